"""Types that a table's messages take from typing_extensions; the Python of a browser has them."""

from typing import TypeAliasType, TypedDict  # type: ignore[attr-defined]  # since 3.12

__all__ = ["TypeAliasType", "TypedDict"]
