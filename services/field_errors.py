"""What is wrong with a field: rules that have words; msgspec's messages speak of types and regular expressions."""

import re
from typing import NamedTuple

from domain.kernel.languages import ENGLISH
from domain.kernel.words import Catalogue, Saying

WORDS = Catalogue.load("services")

_AT = re.compile(r"^(?P<message>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)
_NAMED = re.compile(r"^Object (?P<what>missing required|contains unknown) field `(?P<name>[^`]*)`$")
_TYPE = re.compile(r"^Expected `(?P<wanted>[^`]*)`(?:, got `(?P<got>[^`]*)`)?$")
_LENGTH = re.compile(r"^Expected `(?P<wanted>\w+)[^`]*` of length (?P<bound><=|>=) (?P<number>\d+)$")
_BOUND = re.compile(r"^Expected `(?P<wanted>\w+)[^`]*` (?P<bound><=|>=|<|>) (?P<number>[-\d.]+)$")
_FORM = re.compile(r"^Expected `str[^`]*` matching regex ")
_MOMENT = re.compile(r"^Invalid RFC3339 encoded datetime$|^Expected `datetime` with a timezone component$")
_VALUE = re.compile(r"^Invalid (?:enum )?value (?P<value>.*)$", re.DOTALL)

_BOUNDS = {">=": "at_least", "<=": "at_most", ">": "more_than", "<": "less_than"}


class BadValue(NamedTuple):
    """The field that is wrong (none: the whole), and the rule that it breaks."""

    path: str
    rule: Saying


def field_rule(key: str, **args: object) -> Saying:
    """A rule for fields, by its key below `field.`."""
    return Saying(WORDS, f"field.{key}", args)


def bad_value(message: str, path: str = "") -> BadValue:
    """Read a message of msgspec, which may name the field itself; `path` is known already."""
    found = _AT.fullmatch(message)
    inner = found["path"] if found and found["path"] else ""
    message = found["message"] if found else message
    path = ".".join(part for part in (path, inner) if part)
    if named := _NAMED.match(message):
        path = f"{path}.{named['name']}" if path else named["name"]
        return BadValue(path, field_rule("needed" if "missing" in named["what"] else "unknown"))
    return BadValue(path, _rule(message, path.rpartition(".")[2]))


def _rule(message: str, field: str) -> Saying:
    if found := _TYPE.match(_MOMENT.sub("Expected `datetime`", message)):
        return _type_rule(found["wanted"], found["got"])
    if found := _LENGTH.match(message):
        things = "entries" if found["wanted"] == "array" else "characters"
        return field_rule(f"{'least' if '>' in found['bound'] else 'most'}_{things}", number=int(found["number"]))
    if found := _BOUND.match(message):
        return field_rule(_BOUNDS[found["bound"]], number=found["number"])
    if _FORM.match(message):
        own = f"form.{field}"
        return Saying(WORDS, own) if own in WORDS.languages[ENGLISH] else field_rule("form")
    if found := _VALUE.match(message):
        return field_rule("value", value=found["value"])
    return field_rule("other", message=message)


def _type_rule(wanted: str, got: str | None) -> Saying:
    kinds = wanted.split(" | ")
    return (
        field_rule("type", wanted=kinds) if got is None else field_rule("type_not", wanted=kinds, got=got.split(" | "))
    )
