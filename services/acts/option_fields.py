"""The fields of a game's options, made from their schema: a game that is added needs no form or menu of its own."""

from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec

from domain.kernel.game import AnyGame

FieldKind = Literal["choice", "switch", "number", "chairs"]


class OptionField(NamedTuple):
    """An option as a form asks for it: one of some values, yes or no, a number, or some of the chairs."""

    name: str
    kind: FieldKind
    values: tuple[str, ...]
    default: Any
    rare: bool
    """Whether few tables change it."""


@cache
def option_fields(game: AnyGame) -> tuple[OptionField, ...]:
    """The fields of a game, in the order of its options."""
    schema = msgspec.json.schema(game.options_type)
    own = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    rare = game.options_type.RARE
    return tuple(
        _field(name, part, schema["$defs"], rare=name in rare) for name, part in own.get("properties", {}).items()
    )


def _field(name: str, part: dict[str, Any], known: dict[str, Any], *, rare: bool) -> OptionField:
    if "$ref" in part:
        part = {**known[part["$ref"].rpartition("/")[2]], **part}
    default = part.get("default")
    if "enum" in part:
        return OptionField(name, "choice", tuple(map(str, part["enum"])), default, rare)
    if part.get("type") == "array":
        return OptionField(name, "chairs", (), default or [], rare)
    return OptionField(name, "switch" if part.get("type") == "boolean" else "number", (), default, rare)


def default_options(game: AnyGame) -> dict[str, Any]:
    """The options of a form that nobody touched."""
    return {field.name: field.default for field in option_fields(game)}
