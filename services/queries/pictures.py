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
from services.problems import NOT_FOUND, ProblemError, told
from services.queries.captions import caption_of, unjudged_caption
from services.queries.drawing_processes import Ordered
from services.queries.last_turn import MOST_RECORDS, changed_things, last_turn
from services.queries.names import player_names
from services.queries.queries import Queries, ReadRequest
from services.queries.readers import TRUTH, reader_named
from services.queries.tables import at_version, requested_table, up_to
from services.render.miniature import Shape
from services.render.orders import PictureOrder
from services.render.picture import Caption
from services.render.theme import ThemeName
from services.story.timeline import users
from services.tables.folding import MatchAt
from services.tables.hot_tables import Tables

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


async def read_picture(queries: Queries, request: ReadRequest, at: int | None, style: Style) -> Drawable:
    """The picture of a table as the caller may see it; it shares nothing with the table, which may move on.

    Read as `truth` it is what a spectator sees: a board shows nothing hidden.
    """
    async with requested_table(queries, request) as newest:
        table = newest.match.table
        _ = up_to(newest.version, at)
        then = await at_version(queries.tables, newest, at)
        reader = table.seat_of(request.user) if request.reader is None else reader_named(table, request.reader)
        return Drawable(await ordered(queries, then, None if reader == TRUTH else reader, style), table.copy())


async def ordered(queries: Queries, then: MatchAt, reader: Seat | None, style: Style) -> Ordered:
    """The picture of a table for a reader: a seat, or a spectator."""
    match, tables = then.match, queries.tables
    if match.state is None:
        raise no_board()
    if style.mini is not None:
        return await _miniature(queries, then, reader, style)
    players = await player_names(queries.names, match.table, style.lang)
    after = max(then.version - MOST_RECORDS, 0)
    records = await tables.store.read(then.game_id, after=after, limit=then.version - after)
    before = await tables.seats_at(then.game_id, match.table, Version(after))
    turn = last_turn(tables.codec(match.game), records, before)
    happened = turn.in_words(match.game.words, await queries.names.of(users(turn.lines)), style.lang)
    caption = await _caption(queries, then, caption_of(match, players, happened, style.lang), style.lang)
    order = PictureOrder(
        view=match.game.view(match.state, reader),
        players=tuple(players),
        seat=reader,
        caption=caption if style.look != "page" else caption._replace(until=""),  # a page tells it in the reader's zone
        changed=await _changed(tables, then, turn.before, reader),
        look=style.look,
        lang=style.lang,
    )
    return _ordered(match, order, style)


async def _miniature(queries: Queries, then: MatchAt, reader: Seat | None, style: Style) -> Ordered:
    """Nothing is outlined and nothing is told of the last turn: a list asks for many of them."""
    match = then.match
    players = await player_names(queries.names, match.table, style.lang)
    caption = await _caption(queries, then, caption_of(match, players, (), style.lang), style.lang)
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


async def _caption(queries: Queries, then: MatchAt, caption: Caption, lang: str) -> Caption:
    """A caption that says so if nobody here has judged the result."""
    return unjudged_caption(caption, lang) if await queries.tables.is_unjudged(then) else caption


def no_board() -> ProblemError:
    """What a table in the lobby answers to those who want to see its board."""
    return ProblemError(NOT_FOUND, told("no_board"))


def _ordered(match: Match, order: PictureOrder, style: Style) -> Ordered:
    meta = match.game.meta
    return Ordered(tag_of([meta.slug, meta.data_hash, order, style.width]), meta.slug, order, style.width)


async def _changed(tables: Tables, then: MatchAt, before: int, reader: Seat | None) -> frozenset[str]:
    if not 0 < before < then.version:
        return frozenset()
    earlier = await tables.at(then.game_id, type(then.version)(before))
    return changed_things(earlier.match, then.match, reader)


def tag_of(drawn_from: object) -> str:
    """A tag that stands for a picture: it changes with everything that it is drawn from, and what draws it."""
    return hashlib.sha256(_renderer_hash() + _encode(drawn_from)).hexdigest()[:_TAG_LENGTH]


@cache
def _renderer_hash() -> bytes:
    """The hash of all that the renderer consists of, words of games too: after an upgrade no old copy counts."""
    digest = hashlib.sha256()
    for package in ("services.render", "domain"):
        _add(digest, files(package))
    return digest.digest()


def _add(digest: "hashlib._Hash", folder: Traversable) -> None:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            _add(digest, entry)
        elif not entry.name.endswith(".pyc"):
            digest.update(entry.name.encode())
            digest.update(entry.read_bytes())
