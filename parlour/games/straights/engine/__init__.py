"""The parts of Straights that are faster or sharper than those from its rules alone."""

from parlour.engine.compiler.jit import jitable
from parlour.games.straights import rules

jitable(rules)
