"""Straights as people play it elsewhere; docs/rules.md names the sources."""

PRESETS = {
    "covered": (
        "Covered cards",
        "Discards are face down until the round is over, as in the Chinese game of Sevens.",
        {"discards": "hidden"},
    ),
}
