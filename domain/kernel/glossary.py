"""The terms of a game in every language, each from the publisher's rule book in that language or chosen by us."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec

from domain.kernel.game import AnyGame

Source: TypeAlias = Literal["rule book", "ours"]


class Term(msgspec.Struct, frozen=True):
    """What one thing is called, by language, and who calls it so there."""

    names: dict[str, str]
    sources: dict[str, Source]


def glossary(game: AnyGame) -> tuple[Term, ...]:
    """The terms of a game, in the order of its `glossary.toml`; none if it has no such file."""
    return _read(type(game).__module__.rpartition(".")[0])


@cache
def _read(package: str) -> tuple[Term, ...]:
    file = files(package).joinpath("glossary.toml")
    if not file.is_file():
        return ()
    terms = tomllib.loads(file.read_text("utf-8")).values()
    return tuple(Term({lang: term[lang] for lang in term["source"]}, term["source"]) for term in terms)
