"""The roundel of a game, from its log: whose choice each was, whether it scored, and where rounds closed.

One is cached by the head of its log, so that the log is read only for a roundel that nobody has asked for yet. Nothing
hidden is told: that somebody chose, and who scored, everyone at the table sees.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Record
from domain.kernel.game import AnyGame, PointsScored
from domain.kernel.ids import GameId, Version
from domain.kernel.rounds import first_seat, round_heads
from domain.kernel.table import Table
from domain.kernel.undo import retracted
from services.queries.captions import WORDS
from services.queries.drawing_processes import Ordered
from services.queries.pictures import no_board, tag_of
from services.queries.queries import Queries, ReadRequest
from services.queries.tables import requested_table
from services.render.orders import Look, RoundelOrder
from services.render.roundel import RoundelSize, Stone

_SCORED = PointsScored.__name__


class RoundelStyle(NamedTuple):
    """How a roundel is to look."""

    size: RoundelSize = "large"
    look: Look = "light"
    lang: str = "en"


class Roundel(NamedTuple):
    """A roundel that can be drawn, and the newest table that it is the record of."""

    key: str
    newest: Table
    game: AnyGame
    game_id: GameId
    version: Version
    style: RoundelStyle
    unjudged: bool


async def find_roundel(queries: Queries, request: ReadRequest, style: RoundelStyle) -> Roundel:
    """The roundel of a game that the caller may see."""
    async with requested_table(queries, request) as newest:
        match = newest.match
        if match.state is None:
            raise no_board()
        unjudged = await queries.tables.is_unjudged(newest)
        key = tag_of([newest.game_id, newest.head, style, unjudged])
        return Roundel(key, match.table.copy(), match.game, newest.game_id, newest.version, style, unjudged)


async def ordered_roundel(queries: Queries, roundel: Roundel) -> Ordered:
    """The order for it, with every choice of the log."""
    codec, style = queries.tables.codec(roundel.game), roundel.style
    records = await queries.tables.store.read(roundel.game_id, limit=roundel.version)
    stones = await queries.long_reads.run(len(records), lambda: tuple(laid(codec, records)))
    words = {"game": roundel.game.name_in(style.lang), "choices": len(stones)}
    title = WORDS.say("roundel.unjudged" if roundel.unjudged else "roundel.title", words, lang=style.lang)
    order = RoundelOrder(stones=stones, title=title, size=style.size, look=style.look)
    return Ordered(roundel.key, roundel.game.meta.slug, order)


def laid(codec: Codec, records: Sequence[Record]) -> Iterator[Stone]:
    """A stone for each choice that was not taken back."""
    gone = retracted(records)
    closing = {head.version for head in round_heads(codec, records, first_seat(records))}
    waiting: Stone | None = None
    standing = [record.envelope() for record in records if record.envelope().version not in gone]
    for (_, _, actor), group in groupby(standing, key=lambda line: (line.command_id, line.step, line.actor)):
        lines = list(group)
        closes = any(line.version in closing for line in lines)
        if isinstance(actor, int) and any(line.type not in life.KINDS for line in lines):
            if waiting is not None:
                yield waiting
            waiting = Stone(actor, any(line.type == _SCORED for line in lines), closes)
        elif waiting is not None and closes:  # what the table does after a choice belongs to its stone
            waiting = waiting._replace(closes=True)
    if waiting is not None:
        yield waiting
