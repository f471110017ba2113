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
from domain.kernel.words import Catalogue

WORDS = Catalogue.load("services.queries")
_MOST = 32
"""Texts of printed data that are kept as values: more than there are games."""


class BotAnswer(msgspec.Struct):
    """A bot that a host can give a chair to."""

    bot: Annotated[str, Meta(description="What a request calls it.", examples=["greedy"])]
    name: Annotated[str, Meta(description="What people call it.", examples=["Centurio"])]
    line: Annotated[str, Meta(description="How it plays, in a line.")]


class CatalogGame(msgspec.Struct):
    slug: str
    name: str
    players: list[int]
    options: Annotated[dict[str, Any], Meta(description="The schema of the table options.")]
    clock: Annotated[dict[str, Any], Meta(description="The schema of a table's clock.")]
    bots: list[str]
    rules_version: int
    data_hash: str
    printed: Annotated[str, Meta(description="The address of what is printed in its box; it may be kept for ever.")]


class Catalog(msgspec.Struct):
    games: list[CatalogGame]
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
    return Catalog([_listed(game, bots, lang) for game in games], told_bots(bots, lang))


def _listed(game: AnyGame, bots: Sequence[str], lang: str) -> CatalogGame:
    meta = game.meta
    return CatalogGame(
        slug=meta.slug,
        name=game.name_in(lang),
        players=list(meta.players),
        options=msgspec.json.schema(game.options_type),
        clock=msgspec.json.schema(Clock),
        bots=list(bots),
        rules_version=meta.rules_version,
        data_hash=meta.data_hash,
        printed=f"/api/v1/catalog/{meta.slug}?hash={meta.data_hash}&lang={spoken_by(game, lang)}",
    )


def told_bots(bots: Iterable[str], lang: str) -> list[BotAnswer]:
    """Bots with a name and a line each; one of another package goes by the name under which it takes a seat."""
    known = WORDS.languages["en"]

    def told(bot: str) -> BotAnswer:
        key = bot if f"bot.name.{bot}" in known else "other"
        name, line = (WORDS.say(f"bot.{part}.{key}", {"bot": bot}, lang=lang) for part in ("name", "line"))
        return BotAnswer(bot, name, line)

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
