"""What the server offers: its games with what is printed in their boxes, and its bots."""

import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.kernel.clock import Clock
from domain.kernel.game import AnyGame
from domain.kernel.languages import ENGLISH
from domain.kernel.player_names import bot_name
from domain.kernel.words import SHARED, Catalogue

WORDS = Catalogue.load("services.queries")
_MOST = 32
"""Texts of printed data that are cached as values: more than there are games."""


class BotAnswer(msgspec.Struct):
    """A bot that a host can give a chair to."""

    bot: Annotated[str, Meta(description="What a request calls it.", examples=["greedy"])]
    name: Annotated[str, Meta(description="What people call it.", examples=["Centurio"])]
    line: Annotated[str, Meta(description="How it plays, in a line.", examples=["Plans one turn."])]


class ValueAnswer(msgspec.Struct):
    """One of the values that an option or a part of a clock can have."""

    value: str
    name: str
    line: Annotated[str, Meta(description="What it means.")]


class TermAnswer(msgspec.Struct):
    """An option of a table, or a part of its clock, in words."""

    term: Annotated[str, Meta(description="Its name in the schema.", examples=["map"])]
    name: Annotated[str, Meta(examples=["The map"])]
    line: Annotated[str, Meta(description="What it means; empty where its values tell.")]
    values: Annotated[list[ValueAnswer], Meta(description="The values that have names, if there are such.")]


class CatalogGame(msgspec.Struct):
    slug: Annotated[str, Meta(examples=["concordia"])]
    name: Annotated[str, Meta(examples=["Concordia"])]
    players: Annotated[list[int], Meta(description="How many can play.", examples=[[2, 3, 4, 5]])]
    options: Annotated[dict[str, Any], Meta(description="The schema of the table options.")]
    option_words: Annotated[list[TermAnswer], Meta(description="The table options in words.")]
    clock: Annotated[dict[str, Any], Meta(description="The schema of a table's clock.")]
    bots: Annotated[list[str], Meta(examples=[["random", "greedy"]])]
    rules_version: int
    data_hash: str
    printed: Annotated[str, Meta(description="The address of what is printed in its box; it may be kept for ever.")]


class Catalog(msgspec.Struct):
    games: list[CatalogGame]
    clock_words: Annotated[list[TermAnswer], Meta(description="The parts of a clock in words.")]
    bots: list[BotAnswer]


class PrintedAnswer(msgspec.Struct):
    """What is printed on the boards, cards and tiles of a game. Together with a view it is all that a board shows."""

    slug: str
    data_hash: Annotated[str, Meta(description="The SHA-256 of the data, which logs name.")]
    lang: Annotated[str, Meta(description="The language of the names.")]
    printed: Annotated[dict[str, Any], Meta(description="The data by its tables: cards, tiles, map, tracks.")]
    names: Annotated[dict[str, str], Meta(description="What each id of the data and of views is called.")]


def read_catalog(games: Iterable[AnyGame], bots: Sequence[str], lang: str) -> Catalog:
    """The games in the order of their listing, and the bots that play all of them."""
    clock = _terms(Clock, SHARED, "clock", lang)
    return Catalog([_listed(game, bots, lang) for game in games], clock, told_bots(bots, lang))


def _listed(game: AnyGame, bots: Sequence[str], lang: str) -> CatalogGame:
    meta = game.meta
    return CatalogGame(
        slug=meta.slug,
        name=game.name_in(lang),
        players=list(meta.players),
        options=msgspec.json.schema(game.options_type),
        option_words=_terms(game.options_type, game.words, "option", lang),
        clock=msgspec.json.schema(Clock),
        bots=list(bots),
        rules_version=meta.rules_version,
        data_hash=meta.data_hash,
        printed=f"/api/v1/catalog/{meta.slug}?hash={meta.data_hash}&lang={spoken_by(game, lang)}",
    )


def _terms(terms: type[msgspec.Struct], words: Catalogue, section: str, lang: str) -> list[TermAnswer]:
    """The fields of options or of a clock in words; what has none goes by its name in the schema."""

    def said(key: str, other: str) -> str:
        known = f"{section}.{key}" in words.languages[ENGLISH]
        return words.say(f"{section}.{key}", {}, lang=lang) if known else other

    def value(term: str, one: str) -> ValueAnswer:
        return ValueAnswer(one, said(f"{term}.{one}", one), said(f"{term}.{one}_line", ""))

    def told(field: msgspec.structs.FieldInfo) -> TermAnswer:
        name, values = field.name, [value(field.name, one) for one in _values(field.type)]
        return TermAnswer(name, said(f"{name}.name", name), said(f"{name}.line", ""), values)

    return [told(field) for field in msgspec.structs.fields(terms)]


def _values(field: Any) -> tuple[str, ...]:  # noqa: ANN401 - any type that a field may have
    """The names that a field can hold, if it holds one of some names."""
    info = msgspec.inspect.type_info(field)
    info = info.type if isinstance(info, msgspec.inspect.Metadata) else info
    return tuple(map(str, info.values)) if isinstance(info, msgspec.inspect.LiteralType) else ()


def told_bots(bots: Iterable[str], lang: str) -> list[BotAnswer]:
    """Bots with a name and a line each; one of another package goes by the name under which it takes a seat."""
    known = WORDS.languages["en"]

    def told(bot: str) -> BotAnswer:
        key = bot if f"bot.line.{bot}" in known else "other"
        return BotAnswer(bot, bot_name(bot, lang), WORDS.say(f"bot.line.{key}", {}, lang=lang))

    return [told(bot) for bot in bots]


def spoken_by(game: AnyGame, lang: str) -> str:
    """The language in which a game answers a reader of that language."""
    return lang if lang in game.words.languages else ENGLISH


def read_printed(game: AnyGame, lang: str) -> PrintedAnswer:
    """What is printed, with names in a language that the game speaks; English fills gaps."""
    spoken = spoken_by(game, lang)
    return PrintedAnswer(
        slug=game.meta.slug,
        data_hash=game.meta.data_hash,
        lang=spoken,
        printed=_decoded(game.printed),
        names=game.words.names(spoken),
    )


@lru_cache(_MOST)
def _decoded(text: bytes) -> dict[str, Any]:
    return tomllib.loads(text.decode())
