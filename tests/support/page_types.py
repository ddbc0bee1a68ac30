"""The page's types of the messages, from the models' JSON schemas.

    python -m tests.support.page_types > parlour/page/messages.d.ts

prints what `.ci/types` checks the page against.
"""

import json
import sys
import textwrap
from typing import Any

from parlour.web.openapi import schemas

HEAD = """// The messages of a table and of the server. Made from their models:
//   python -m tests.support.page_types > parlour/page/messages.d.ts
"""
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
SIMPLE |= {"null": "null"}


def type_of(schema: Any) -> str:
    """A schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(map(type_of, schema[several]))
    if schema["type"] == "array":
        inner = type_of(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if schema["type"] == "object":
        return f"Record<string, {type_of(schema['additionalProperties'])}>"
    if isinstance(schema["type"], list):
        return " | ".join(SIMPLE[name] for name in schema["type"])
    return SIMPLE[schema["type"]]


def note(schema: Any, indent: str = "") -> str:
    """A description as a comment before what it describes."""
    text = " ".join(schema.get("description", "").split())
    if not text:
        return ""
    lines = textwrap.wrap(text, 100 - len(indent) - 7)
    if len(lines) == 1:
        return f"{indent}/** {text} */\n"
    return "".join(
        [f"{indent}/**\n", *(f"{indent} * {line}\n" for line in lines), f"{indent} */\n"]
    )


def declared(name: str, schema: Any) -> str:
    """A model as a declaration: an interface, or the union of several."""
    if "properties" not in schema:
        lines = textwrap.wrap(
            f"type {name} = {type_of(schema)};",
            width=100,
            subsequent_indent="  ",
            break_on_hyphens=False,
        )
        return "\n".join(lines) + "\n"
    fields = "".join(
        note(field, "  ")
        + f"  {key}{'' if key in schema['required'] else '?'}: {type_of(field)};\n"
        for key, field in schema["properties"].items()
    )
    more = "  [field: string]: any;\n" if schema["additionalProperties"] else ""
    return f"{note(schema)}interface {name} {{\n{fields}{more}}}\n"


def page_types() -> str:
    """The whole file."""
    return "\n".join([HEAD, *(declared(name, schema) for name, schema in schemas().items())])


if __name__ == "__main__":
    sys.stdout.write(page_types())
