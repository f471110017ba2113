"""JSON schemas of structs, with the docstrings of their fields as descriptions."""

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from inspect import cleandoc, getsource
from itertools import pairwise
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect as types

from domain.kernel.game import State, View

Json: TypeAlias = dict[str, Any]
"""A part of the document."""
COMPONENTS = "#/components/schemas/"


def refer(name: str) -> Json:
    """A reference to a schema of the document."""
    return {"$ref": COMPONENTS + name}


def schemas_of(kinds: Iterable[type[msgspec.Struct]], prefix: str = "", *, answered: bool = False) -> dict[str, Json]:
    """The schemas of these structs and of all within them, by name; `prefix` tells them from others of that name.

    What is answered holds every field, whether it has a default or not, unless its struct leaves defaults out.
    """
    wanted = list(kinds)
    _, found = msgspec.json.schema_components(wanted, ref_template=COMPONENTS + "{name}")
    classes = {cls.__name__: cls for cls in _structs_in(types.multi_type_info(wanted))}
    for name, schema in found.items():
        _complete(schema, classes[name], answered=answered)
    names = {name: prefixed(name, prefix) for name in found}
    return {names[name]: {**_renamed(schema, names), "title": names[name]} for name, schema in found.items()}


def prefixed(name: str, prefix: str) -> str:
    """A name that tells whose it is, unless it does so already."""
    return name if name.startswith(prefix) else prefix + name


def _complete(schema: Json, cls: type[msgspec.Struct], *, answered: bool) -> None:
    properties = schema.get("properties", {})
    text = cls.__doc__ or next((base.__doc__ for base in (View, State) if issubclass(cls, base)), None)
    if text:
        schema["description"] = cleandoc(text).partition("\n\n")[0]  # what follows is for those who write the class
    fields = {field.name: field.encode_name for field in msgspec.structs.fields(cls)}
    for name, text in _field_docs(cls).items():
        if name in fields:
            properties[fields[name]]["description"] = text
    config = cls.__struct_config__
    if config.tag_field:
        properties[config.tag_field] = {"type": "string", "const": config.tag}
    if answered and not config.omit_defaults:
        schema["required"] = list(properties)


def _structs_in(value: object) -> Iterator[type[msgspec.Struct]]:
    """Every struct that a described type is made of; a description of a type is a struct itself."""
    if isinstance(value, types.StructType):
        yield value.cls
    if isinstance(value, tuple | list):
        for one in value:
            yield from _structs_in(one)
    elif isinstance(value, types.Type | types.Field):
        for field in value.__struct_fields__:
            yield from _structs_in(getattr(value, field))


def _renamed(schema: Any, names: dict[str, str]) -> Any:  # noqa: ANN401 - any part of a schema
    """A schema that refers to others by their new names."""
    if isinstance(schema, list):
        return [_renamed(part, names) for part in schema]
    if not isinstance(schema, dict):
        return schema
    renamed = {key: _renamed(part, names) for key, part in schema.items()}
    if "$ref" in renamed:
        renamed |= refer(names[renamed["$ref"].removeprefix(COMPONENTS)])
    if renamed.get("items") is False:
        del renamed["items"]  # `maxItems` says it too, and in a way that generators understand
    return renamed


def _field_docs(cls: type) -> dict[str, str]:
    """The docstrings below the fields of a class and of those that it inherits from."""
    docs: dict[str, str] = {}
    for one in reversed(cls.__mro__):
        docs |= _docs_of_module(one.__module__).get(one.__name__, {})
    return docs


@cache
def _docs_of_module(name: str) -> dict[str, dict[str, str]]:
    """Class → field → docstring. Python itself does not keep the docstrings of fields."""
    try:
        tree = ast.parse(getsource(sys.modules[name]))
    except (OSError, TypeError):  # built in
        return {}
    return {node.name: dict(_documented(node)) for node in tree.body if isinstance(node, ast.ClassDef)}


def _documented(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(node.body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, " ".join(cleandoc(text).split())
