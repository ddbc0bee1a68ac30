"""Events and views in English, a line or a text each. Nothing here reads input, or decides."""
