"""The console scripts: an interrupt while a program is still being imported ends as it does later,
with 130.
"""

from importlib import import_module


def launch(module: str) -> int:
    """Run the `main` of a program's module."""
    try:
        main = import_module(module).main
    except KeyboardInterrupt:
        return 130
    return int(main())


def parlour() -> int:
    """The program `parlour`."""
    return launch("parlour.cli")
