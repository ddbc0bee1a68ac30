"""Oh Hell for Parlour: a game as a separate package."""
