"""What is wrong with a field, in people's words: msgspec's messages speak of types and regular expressions."""

import re
from typing import NamedTuple

_AT = re.compile(r"^(?P<message>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)
_NAMED = re.compile(r"^Object (?P<what>missing required|contains unknown) field `(?P<name>[^`]*)`$")
_TYPE = re.compile(r"^Expected `(?P<wanted>[^`]*)`(?:, got `(?P<got>[^`]*)`)?$")
_LENGTH = re.compile(r"^Expected `(?P<wanted>\w+)[^`]*` of length (?P<bound><=|>=|<|>) (?P<number>\d+)$")
_BOUND = re.compile(r"^Expected `(?P<wanted>\w+)[^`]*` (?P<bound><=|>=|<|>) (?P<number>[-\d.]+)$")
_FORM = re.compile(r"^Expected `str[^`]*` matching regex ")
_VALUE = re.compile(r"^Invalid (?:enum )?value (?P<value>.*)$", re.DOTALL)

_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "number": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object with named fields",
    "null": "null",
    "datetime": "a moment such as 2026-03-27T12:00:00Z",
}
_BOUNDS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_FORMS = {
    "lang": "it must be a language such as en or de-AT",
    "as": "it must be the number of a seat, spectator or truth",
    "cursor": "it must be the `next` of the page before, as it was sent",
    "counted": "it must be the id of a game, a colon and a version",
    "title": "it must not have control characters, such as line feeds",
    "start": "it must be a time of day such as 08:00",
    "end": "it must be a time of day such as 22:00",
}


class BadValue(NamedTuple):
    """The field that is wrong (none: the whole), and what is wrong with it."""

    path: str
    message: str


def bad_value(message: str, path: str = "") -> BadValue:
    """Read a message of msgspec, which may name the field itself; `path` is known already."""
    found = _AT.fullmatch(message)
    inner = found["path"] if found and found["path"] else ""
    message = found["message"] if found else message
    path = ".".join(part for part in (path, inner) if part)
    if named := _NAMED.match(message):
        path = f"{path}.{named['name']}" if path else named["name"]
        return BadValue(path, "it is needed" if "missing" in named["what"] else "there is no such field")
    return BadValue(path, _plain(message, path.rpartition(".")[2]))


def _plain(message: str, field: str) -> str:
    if found := _TYPE.match(message):
        return f"it must be {_kinds(found['wanted'])}" + (f", not {_kinds(found['got'])}" if found["got"] else "")
    if found := _LENGTH.match(message):
        things = "entries" if found["wanted"] == "array" else "characters"
        return f"it must have {_BOUNDS[found['bound']]} {found['number']} {things}"
    if found := _BOUND.match(message):
        return f"it must be {_BOUNDS[found['bound']]} {found['number']}"
    if _FORM.match(message):
        return _FORMS.get(field, "it does not have the form that its description asks for")
    if found := _VALUE.match(message):
        return f"{found['value']} is not among the values that are possible here"
    return message


def _kinds(types: str) -> str:
    return " or ".join(_TYPES.get(one, one) for one in types.split(" | "))
