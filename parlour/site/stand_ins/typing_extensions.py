"""What the messages of a table use of typing_extensions, which the Python of a browser has itself."""

from typing import TypeAliasType, TypedDict  # type: ignore[attr-defined]  # since 3.12

__all__ = ["TypeAliasType", "TypedDict"]
