"""What the page's scripts import, read from the scripts themselves."""

import re
from posixpath import dirname, join, normpath

from parlour.web.files import PAGE

AT_ONCE = re.compile(r'(?m)^(?:import|export|\}) ?(?:.* from )?"([^"]+)";$')
WHEN_ASKED = re.compile(r'\bimport\("([^"]+)"\)')


def imported(name: str, text: str) -> tuple[set[str], set[str]]:
    """The files that a script imports at once, and those that it imports when they are asked for,
    all named from the page's folder.
    """
    at_once, later = (
        {normpath(join(dirname(name), other)) for other in pattern.findall(text)}
        for pattern in (AT_ONCE, WHEN_ASKED)
    )
    return at_once, later


def scripts() -> dict[str, str]:
    """The page's scripts of both builds, by their names."""
    return {
        path.relative_to(PAGE).as_posix(): path.read_text("utf-8")
        for path in sorted(PAGE.rglob("*.js"))
    }
