"""The picture of a table as a reader may see it: what is drawn, and the tag by which a copy is known."""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

import msgspec

from domain.kernel.ids import Seat, Version
from domain.kernel.match import Match
from domain.kernel.table import Table
from projections.timeline import users
from services.commands.folding import MatchAt
from services.commands.tables import Tables
from services.problems import NOT_FOUND, ProblemError, told
from services.queries.captions import caption_of, unjudged_caption
from services.queries.drawing_processes import Ordered
from services.queries.last_turn import MOST_RECORDS, changed_things, last_turn
from services.queries.names import player_names
from services.queries.readers import TRUTH, reader_named
from services.queries.seating import table_at
from services.queries.sources import ReadRequest, Sources
from services.queries.tables import at_version, requested_table, up_to
from services.render.miniature import Shape
from services.render.orders import PictureOrder
from services.render.picture import Caption
from services.render.theme import ThemeName

_encode = msgspec.json.Encoder(order="deterministic").encode
_TAG_LENGTH = 32


class Style(NamedTuple):
    """How a picture is to look; without a width it is SVG."""

    look: ThemeName = "light"
    lang: str = "en"
    width: int | None = None
    mini: Shape | None = None


class Drawable(NamedTuple):
    """A picture that can be drawn, and the newest table that it was made from."""

    order: Ordered
    newest: Table


async def read_picture(sources: Sources, asked: ReadRequest, at: int | None, style: Style) -> Drawable:
    """The picture of a table as the caller may see it; it shares nothing with the table, which may move on.

    Read as `truth` it is what a spectator sees: a board shows nothing hidden.
    """
    async with requested_table(sources, asked) as newest:
        table = newest.match.table
        _ = up_to(newest.version, at)
        shown = await at_version(sources.tables, newest, at)
        reader = table.seat_of(asked.user) if asked.reader is None else reader_named(table, asked.reader)
        return Drawable(await ordered(sources, shown, None if reader == TRUTH else reader, style), table.copy())


async def ordered(sources: Sources, shown: MatchAt, reader: Seat | None, style: Style) -> Ordered:
    """The picture of a table for a reader: a seat, or a spectator."""
    match, tables = shown.match, sources.tables
    if match.state is None:
        raise no_board()
    if style.mini is not None:
        return await _miniature(sources, shown, reader, style)
    players = await player_names(sources.names, match.table, style.lang)
    after = max(shown.version - MOST_RECORDS, 0)
    records = await tables.store.read(shown.game_id, after=after, limit=shown.version - after)
    before = await table_at(tables, shown.game_id, match.table, Version(after))
    turn = last_turn(tables.codec(match.game), records, before)
    happened = turn.in_words(match.game.words, await sources.names.of(users(turn.lines)), style.lang)
    caption = await _caption(sources, shown, caption_of(match, players, happened, style.lang), style.lang)
    order = PictureOrder(
        view=match.game.view(match.state, reader),
        players=tuple(players),
        seat=reader,
        caption=caption if style.look != "page" else caption._replace(until=""),  # a page tells it in the reader's zone
        changed=await _changed(tables, shown, turn.before, reader),
        look=style.look,
        lang=style.lang,
    )
    return _ordered(match, order, style)


async def _miniature(sources: Sources, shown: MatchAt, reader: Seat | None, style: Style) -> Ordered:
    """Nothing is outlined and nothing is told of the last turn: a list asks for many of them."""
    match = shown.match
    players = await player_names(sources.names, match.table, style.lang)
    caption = await _caption(sources, shown, caption_of(match, players, "", style.lang), style.lang)
    order = PictureOrder(
        view=match.game.view(match.state, reader),
        players=tuple(players),
        seat=reader,
        caption=caption._replace(until=""),
        look=style.look,
        lang=style.lang,
        mini=style.mini,
    )
    return _ordered(match, order, style)


async def _caption(sources: Sources, shown: MatchAt, caption: Caption, lang: str) -> Caption:
    """A caption that says so if nobody here has judged the result."""
    return unjudged_caption(caption, lang) if await sources.tables.is_unjudged(shown) else caption


def no_board() -> ProblemError:
    """What a table in the lobby answers to those who want to see its board."""
    return ProblemError(NOT_FOUND, told("no_board"))


def _ordered(match: Match, order: PictureOrder, style: Style) -> Ordered:
    meta = match.game.meta
    return Ordered(tag_of([meta.slug, meta.data_hash, order, style.width]), meta.slug, order, style.width)


async def _changed(tables: Tables, shown: MatchAt, before: int, reader: Seat | None) -> frozenset[str]:
    if not 0 < before < shown.version:
        return frozenset()
    earlier = await tables.at(shown.game_id, type(shown.version)(before))
    return changed_things(earlier.match, shown.match, reader)


def tag_of(drawn_from: object) -> str:
    """The same for the same picture: everything that it is drawn from, and what draws it."""
    return hashlib.sha256(_renderer_hash() + _encode(drawn_from)).hexdigest()[:_TAG_LENGTH]


@cache
def _renderer_hash() -> bytes:
    """The hash of all that the renderer consists of, words of games too: after an upgrade no old copy counts."""
    found = hashlib.sha256()
    for package in ("services.render", "domain"):
        _add(found, files(package))
    return found.digest()


def _add(found: "hashlib._Hash", folder: Traversable) -> None:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            _add(found, entry)
        elif not entry.name.endswith(".pyc"):
            found.update(entry.name.encode())
            found.update(entry.read_bytes())
