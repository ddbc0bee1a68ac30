"""Models as pydantic's, as far as the messages of a table need them, for a browser without it: the
same checks and errors (tests/site/stand_ins/test_pydantic.py compares them).

In a browser the page alone sends messages, and pydantic would be a third of what is loaded before
the first card.
"""

import re
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

ConfigDict = dict
JsonValue = Any
TYPES = {str: "string_type", int: "int_type", bool: "bool_type", dict: "dict_type"}
REQUIRED: Any = object()


class Fit(NamedTuple):
    """The limits of a value that `Field` has."""

    ge: int | None = None
    le: int | None = None
    pattern: str = ""
    default_factory: Callable[..., Any] | None = None
    min_length: int = 0  # this and the next are for schemas: a check before says more
    max_length: int | None = None
    json_schema_extra: Any = None
    discriminator: str = ""


Field = Fit


class BeforeValidator(NamedTuple):
    """A check of a value as it came."""

    function: Callable[[Any], Any]


class AfterValidator(NamedTuple):
    """A check of a value of the right type."""

    function: Callable[[Any], Any]


class FailFast(NamedTuple):
    """Only the first wrong entry of a list matters, as it does here anyway."""


def with_config(_config: object) -> Callable[[Any], Any]:
    """A decorator that leaves a class as it is."""
    return lambda model: model


class Fault(Exception):
    """A value that does not fit: the type of its error, and where below it."""

    def __init__(self, kind: str, value: object, *where: str | int) -> None:
        """The value is that which does not fit itself."""
        self.kind, self.value, self.where = kind, value, where


class ValidationError(ValueError):
    """The faults of a message."""

    def __init__(self, faults: list[dict[str, Any]]) -> None:
        """The errors, as pydantic has them."""
        self.faults = faults

    def errors(self, **_options: bool) -> list[dict[str, Any]]:
        """All errors, in the order of the fields."""
        return self.faults


def fitted(hint: Any, value: Any) -> Any:
    """A value of an annotated type; Fault if it is not one, or whatever a check raises."""
    hint = getattr(hint, "__value__", hint)
    if typing.get_origin(hint) is typing.Annotated:
        return _checked(hint.__origin__, hint.__metadata__, value)
    if typing.get_origin(hint) in (types.UnionType, typing.Union):  # with None
        return None if value is None else fitted(hint.__args__[0], value)
    if typing.get_origin(hint) is typing.Literal:
        if not isinstance(value, str) or value not in typing.get_args(hint):
            raise Fault("literal_error", value)
        return value
    kind = typing.get_origin(hint) or hint
    if type(value) is not kind:
        raise Fault(TYPES.get(kind, "list_type"), value)
    if kind is list:
        return [_entry(hint.__args__[0], place, entry) for place, entry in enumerate(value)]
    return value


def _entry(hint: Any, place: int, value: Any) -> Any:
    try:
        return fitted(hint, value)
    except Fault as fault:
        raise Fault(fault.kind, fault.value, place, *fault.where) from None


def _checked(hint: Any, checks: tuple[Any, ...], value: Any) -> Any:
    """A value of a type with checks: those before, the type, and those after."""
    for check in reversed(checks):
        if isinstance(check, BeforeValidator):
            value = check.function(value)
    result = fitted(hint, value)
    for check in checks:
        if isinstance(check, AfterValidator):
            try:
                result = check.function(result)
            except ValueError:
                raise Fault("value_error", value) from None
        elif isinstance(check, Fit):
            _fits(check, result)
    return result


def _fits(fit: Fit, value: Any) -> None:
    if fit.ge is not None and value < fit.ge:
        raise Fault("greater_than_equal", value)
    if fit.le is not None and value > fit.le:
        raise Fault("less_than_equal", value)
    if fit.pattern and not re.fullmatch(fit.pattern, value):  # of re, "$" is before a last \n too
        raise Fault("string_pattern_mismatch", value)


class TypeAdapter:
    """A parser of JSON that refuses all: a table then reads it in steps, with the same result."""

    def __init__(self, hint: object) -> None:
        """The type does not matter."""

    def __class_getitem__(cls, hint: object) -> type:
        """The class for any type."""
        return cls

    def validate_json(self, _text: str) -> object:
        """ValidationError."""
        raise ValidationError([])


class BaseModel:
    """A message with fields."""

    model_fields: typing.ClassVar[dict[str, Any]] = {}
    model_fields_set: frozenset[str]

    def __init_subclass__(cls) -> None:
        """The fields are the annotations of the class and of those it derives from."""
        hints = typing.get_type_hints(cls, include_extras=True)
        reserved = {"model_config", "model_fields", "model_fields_set"}
        cls.model_fields = {name: hint for name, hint in hints.items() if name not in reserved}

    @classmethod
    def model_validate(cls, message: Mapping[str, Any]) -> typing.Self:
        """A message of this model; ValidationError if it is none."""
        model, faults = cls(), list[dict[str, Any]]()
        values = vars(model)
        for name, hint in cls.model_fields.items():
            try:
                if name in message:
                    values[name] = fitted(hint, message[name])
                elif (default := getattr(cls, name, REQUIRED)) is REQUIRED:
                    raise Fault("missing", message)
                elif isinstance(default, Fit) and default.default_factory:
                    values[name] = _default(default.default_factory, values, faults)
                else:
                    values[name] = default
            except Fault as fault:
                where = (name, *fault.where)
                faults.append({"type": fault.kind, "loc": where, "input": fault.value})
        if faults:
            raise ValidationError(faults)
        model.model_fields_set = frozenset(message)
        return model


def _default(factory: Callable[..., Any], values: dict[str, Any], faults: list[Any]) -> Any:
    """A default; one that depends on other fields is made of those that fit."""
    if isinstance(factory, type):
        return factory()
    return None if faults else factory(values)
