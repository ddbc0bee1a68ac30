"""One file a change; a released one is never edited."""
