"""Templates of words, taken apart."""

import re
from collections.abc import Iterator, Mapping
from string import Formatter


def fields_of(template: str) -> set[str]:
    """The fields that a template reads: whole, in part (`{result.winners}`) or in a format (`{ranking:with votes}`)."""
    found: set[str] = set()
    for _, field, spec, _ in Formatter().parse(template):
        if field is not None:
            found |= {re.split(r"[.\[]", field)[0], *fields_of(spec or "")}
            how, _, other = (spec or "").partition(" ")
            if how == "with":
                found.add(other)
    return found


def with_inner(words: Mapping[str, str], template: str) -> str:
    """A template together with all the words that may be said within it, by `if`, `case` and `cases`."""
    return template + "".join(with_inner(words, inner) for inner in _inner(words, template))


def _inner(words: Mapping[str, str], template: str) -> Iterator[str]:
    for _, _, spec, _ in Formatter().parse(template):
        how, _, keys = (spec or "").partition(" ")
        if how == "if":
            yield from (words[key] for key in keys.split("|") if key)
        elif how in {"case", "cases"}:
            yield from (inner for key, inner in words.items() if key.startswith(f"{keys}."))
