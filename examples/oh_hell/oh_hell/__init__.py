"""Oh Hell for Parlour: a game as a package of its own."""
