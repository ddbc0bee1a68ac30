"""The console scripts. An interrupt during a program's import ends it with status 130, as a later
one does.
"""

from importlib import import_module


def launch(module: str) -> int:
    """Run the function `main` of a program's module; returns the exit status."""
    try:
        main = import_module(module).main
    except KeyboardInterrupt:
        return 130
    return int(main())


def parlour() -> int:
    """The program `parlour`; returns the exit status."""
    return launch("parlour.cli")
