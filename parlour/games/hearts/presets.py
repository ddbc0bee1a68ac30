"""Hearts as people play it elsewhere; docs/rules.md names the sources."""

CLUB = {"no_pts_on_first_trick": "yes", "qs_breaks_hearts": "yes"}
PRESETS = {
    "club": (
        "Club",
        "No points on the first trick, and the queen of spades breaks hearts too.",
        CLUB,
    ),
    "microsoft": (
        "Microsoft's Hearts",
        "No points on the first trick; only a heart breaks hearts.",
        {"no_pts_on_first_trick": "yes"},
    ),
    "omnibus": (
        "Omnibus",
        "Club rules, and the jack of diamonds takes off 10 points.",
        CLUB | {"jd_bonus": "yes"},
    ),
    "spot": (
        "Spot Hearts",
        "Club rules; each heart costs its rank, the queen 25, and a match goes to 500.",
        CLUB | {"values": "spot", "target": 500},
    ),
}
