"""The parts of Hearts that are faster or sharper than those from its rules alone."""

from parlour.engine.compiler.jit import jitable
from parlour.games.hearts import rules

jitable(rules)
