"""Independent referees, written apart from the engine that they are a witness against."""
