"""A table without input or output: who sits there, what they ask for and what they are sent."""
