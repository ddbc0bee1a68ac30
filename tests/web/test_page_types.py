"""The page's types of the messages are those of the models."""

from pathlib import Path
from typing import Any

import pytest

from parlour.web.files import PAGE
from tests.support.page_types import declared, page_types, type_of

CHECKED = Path(__file__).parents[2] / "requirements" / "page" / "tsconfig.json"


def test_the_page_is_checked_against_the_models() -> None:
    """Made anew by the command that the file's first lines name."""
    assert (PAGE / "messages.d.ts").read_text() == page_types()
    assert '"../../parlour/page/*.d.ts"' in CHECKED.read_text()


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer", "minimum": 0}, "number"),
        ({"type": ["string", "integer"]}, "string | number"),
        ({"anyOf": [{"type": "boolean"}, {"type": "null"}]}, "boolean | null"),
        ({"oneOf": [{"$ref": "#/x/View"}, {"$ref": "#/x/Room"}]}, "View | Room"),
        ({"const": "act", "type": "string"}, '"act"'),
        ({"enum": [0, 30], "type": "integer"}, "0 | 30"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, '("a" | "b")[]'),
        ({"type": "array", "items": {"type": "array", "items": {"type": "number"}}}, "number[][]"),
        (
            {"type": "object", "additionalProperties": {"type": "string"}},
            "Record<string, string>",
        ),
    ],
)
def test_a_schema_is_a_type(schema: Any, expected: str) -> None:
    assert type_of(schema) == expected


def test_a_model_is_an_interface() -> None:
    schema = {
        "description": "One thing.",
        "properties": {"a": {"type": "string", "description": "It " * 40}, "b": {"type": "null"}},
        "required": ["b"],
        "additionalProperties": True,
    }
    assert declared("Thing", schema) == (
        "/** One thing. */\ninterface Thing {\n  /**\n"
        f"   * {('It ' * 30).strip()}\n   * {('It ' * 10).strip()}\n   */\n"
        "  a?: string;\n  b: null;\n  [field: string]: any;\n}\n"
    )
