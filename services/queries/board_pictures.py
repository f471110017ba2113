"""The board that a chat message asks for, as PNG: drawn after the message was answered, by whoever sends it."""

from typing import Protocol

from domain.kernel import draft
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.match import Match
from services.queries.composing import digest_of, fitting
from services.queries.drawing_processes import DrawingProcesses, Ordered
from services.queries.pictures import Style, ordered
from services.queries.positions import draft_of
from services.queries.queries import Queries
from services.queries.tables import at_version, must_see
from services.tables.folding import MatchAt

CHAT_WIDTH = 1200


class BoardOrder(Protocol):
    """What a message wants drawn: a table at a version, for a user's eyes (none: everybody's), with a draft or none."""

    @property
    def game(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def lang(self) -> str: ...
    @property
    def viewer(self) -> str | None: ...
    @property
    def draft(self) -> str: ...


async def board_picture(queries: Queries, drawing: DrawingProcesses, wanted: BoardOrder) -> bytes | None:
    """The picture, as its viewer may see it; none once there is nothing like it to be seen any more.

    Without a viewer it is what everybody may see, of a private table too: whoever asks has checked that.
    """
    order = await ordered_board(queries, wanted)
    return None if order is None else await drawing.draw(order)


async def ordered_board(queries: Queries, wanted: BoardOrder) -> Ordered | None:
    """What the picture is drawn from."""
    tables, game_id = queries.tables, GameId(wanted.game)
    style = Style(lang=wanted.lang, width=CHAT_WIDTH)
    viewer = None if wanted.viewer is None else UserId(wanted.viewer)
    async with tables.lock(game_id):
        newest = await tables.current(game_id)
        table = newest.match.table
        if newest.match.state is None or wanted.version > newest.version:
            return None
        if viewer is not None:
            must_see(table, viewer)
        seat = table.seat_of(viewer)
        if not wanted.draft:
            then = await at_version(tables, newest, None if wanted.version == newest.version else wanted.version)
            return None if then.match.state is None else await ordered(queries, then, seat, style)
        if viewer is None or seat is None:
            return None
        folded = await _drafted(queries, newest, (viewer, seat), wanted.draft)
        return None if folded is None else await ordered(queries, folded, seat, style)


async def _drafted(queries: Queries, newest: MatchAt, player: tuple[UserId, Seat], digest: str) -> MatchAt | None:
    """The table with a player's draft, as far as it reveals nothing; none once the draft is another one."""
    user, seat = player
    commands = await draft_of(queries.tables, queries.drafts, newest, user)
    commands = fitting(newest.match, seat, commands)
    if digest_of(commands) != digest:
        return None
    previewed: Match = draft.preview(newest.match, seat, commands).match
    return MatchAt(newest.game_id, previewed, newest.version, newest.head)
