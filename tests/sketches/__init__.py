"""Two toy games that hold the shapes of match, view and log to what passing and drawing need."""
