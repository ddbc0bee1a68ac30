"""The page's folders: few files in each, and imports that run one way."""

from graphlib import CycleError, TopologicalSorter

import pytest

from parlour.web.files import PAGE
from tests.support.page_imports import imported, scripts

FOLDERS = "text", "base", "table", "aside", "start", "alone"  # each imports earlier ones alone
OUTSIDE = {"runtime/pyodide.mjs"}  # Pyodide's, which a site has beside the page's files
MOST = 13  # files in a folder


def graph(texts: dict[str, str]) -> dict[str, set[str]]:
    """The imports of each script, also those that come when they are asked for."""
    return {name: set().union(*imported(name, text)) for name, text in texts.items()}


def wrong(imports: dict[str, set[str]]) -> list[str]:
    """The imports that lead up, or to no script."""
    places = {folder: place for place, folder in enumerate(FOLDERS)}
    return [
        f"{name} imports {other}"
        for name, others in imports.items()
        for other in others - OUTSIDE
        if other not in imports
        or places.get(other.partition("/")[0], -1) > places.get(name.partition("/")[0], -1)
    ]


def circle(imports: dict[str, set[str]]) -> list[str]:
    """Scripts that import each other, if there are any."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_imports_run_one_way() -> None:
    imports = graph(scripts())
    assert wrong(imports) == []
    assert circle(imports) == []
    assert {"text/text.js", "table/table.js"} <= imports["start/app.js"]
    assert "aside/menu.js" in imports["start/later_modules.js"]


@pytest.mark.parametrize(
    ("name", "line", "other"),
    [
        ("text/text.js", 'import { h } from "../base/dom.js";', "base/dom.js"),
        ("base/later.js", 'const menu = () => import("../aside/menu.js");', "aside/menu.js"),
        ("table/kit.js", 'export { rich } from "../aside/menu.js";', "aside/menu.js"),
        ("start/app.js", 'import "../alone/notice.js";', "alone/notice.js"),
        ("service.js", 'import "./text/text.js";', "text/text.js"),
        ("table/seats.js", 'import { Table } from "./tables.js";', "table/tables.js"),
    ],
)
def test_a_planted_arrow_up_is_found(name: str, line: str, other: str) -> None:
    texts = scripts()
    texts[name] += f"{line}\n"
    assert wrong(graph(texts)) == [f"{name} imports {other}"]


def test_a_planted_circle_is_found() -> None:
    texts = scripts()
    texts["base/back.js"] += 'import { h } from "./dom.js";\n'
    assert {"base/back.js", "base/dom.js"} <= {*circle(graph(texts))}


def test_a_folder_has_few_files() -> None:
    for folder in FOLDERS:
        files = [path for path in (PAGE / folder).iterdir() if path.is_file()]
        assert 0 < len(files) <= MOST, folder
    assert {path.name for path in PAGE.iterdir() if path.is_dir()} == {*FOLDERS, "runtime"}
