"""What a game hands to a search, and what a search does with it. It knows no level and no clock."""
