"""The console scripts: an interrupt while the programs are still being imported ends as it does later, with 130."""


def straights() -> int:
    """The program `straights`."""
    try:
        from parlour.games.straights.program import main
    except KeyboardInterrupt:
        return 130
    return main()


def crazy_eights() -> int:
    """The program `crazy-eights`."""
    try:
        from parlour.games.crazy_eights.program import main
    except KeyboardInterrupt:
        return 130
    return main()


def hearts() -> int:
    """The program `hearts`."""
    try:
        from parlour.games.hearts.program import main
    except KeyboardInterrupt:
        return 130
    return main()


def parlour() -> int:
    """The program `parlour`."""
    try:
        from parlour.cli import main
    except KeyboardInterrupt:
        return 130
    return main()
