"""The assignments' programs, exact to the byte (docs/classic.md). Standard library and core only;
nothing imports this.
"""
