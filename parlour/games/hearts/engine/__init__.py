"""What Hearts has that is faster or sharper than what any game gets from its rules."""

from parlour.engine.bits import jitable
from parlour.games.hearts import rules

jitable(rules)
