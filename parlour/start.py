"""The console scripts: an interrupt while the programs are still being imported ends as it does later, with 130."""


def straights() -> int:
    """The program `straights`."""
    try:
        from parlour.classic.straights import main
    except KeyboardInterrupt:
        return 130
    return main()


def crazy_eights() -> int:
    """The program `crazy-eights`."""
    try:
        from parlour.classic.crazy_eights import main
    except KeyboardInterrupt:
        return 130
    return main()


def hearts() -> int:
    """The program `hearts`."""
    try:
        from parlour.classic.hearts import main
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
