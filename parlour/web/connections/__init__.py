"""Connections of the server: HTTP requests, WebSockets and polling, down to their bytes."""
