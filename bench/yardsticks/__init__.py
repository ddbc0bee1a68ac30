"""Players of other projects, for duels."""
