"""The server: its store, its host, its limits, its command."""
