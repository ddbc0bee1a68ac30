"""Crazy Eights as people play it elsewhere; docs/rules.md names the sources."""

USUAL = {"target": 100, "eights": "named", "empty": "play-on"}
PRESETS = {
    "usual": (
        "The usual rules",
        "An eight names its suit, a match goes to 100, and an empty stock ends nothing.",
        USUAL,
    ),
    "one-draw": (
        "One draw",
        "The usual rules, but a player whose cards do not fit draws only one.",
        USUAL | {"draw": "one-then-pass"},
    ),
}
PAGE = "usual"
