"""Private notes. They belong to a person, not to a seat: a player who takes one over finds none."""

from litestar.params import FromPath, JSONBody

from domain.kernel.errors import NotYourSeat
from domain.kernel.ids import GameId
from services.acts import talk
from services.api.asks import GivenActs, ask_of
from services.api.routes import Routes
from services.api.talk.schemas import Notes, NotesBody
from services.identity.access import LOGGED_IN
from services.identity.callers import AnyRequest, caller
from services.queries.tables import visible_table

routes = Routes("talk")

MAX_NOTES_BODY = 256 * 1024
"""Bytes that a body may have: JSON may write each of 20,000 characters in twelve of them."""


@routes.get("/api/v1/games/{game_id:str}/notes", LOGGED_IN)
async def get_notes(request: AnyRequest, acts: GivenActs, game_id: FromPath[str]) -> Notes:
    """Your private notes on a game.

    Nobody else can read them, not even when the game is over.
    """
    user = caller(request).user_id
    async with visible_table(acts.tables, game_id, user) as newest:
        seated = newest.match.table.seat_of(user) is not None
    text = await acts.services.people.notes.get(GameId(game_id), user)
    if text is None and not seated:  # a player who was replaced keeps what they wrote
        raise NotYourSeat
    return Notes(text or "")


@routes.put("/api/v1/games/{game_id:str}/notes", talk.keep_notes, request_max_body_size=MAX_NOTES_BODY)
async def write_notes(request: AnyRequest, acts: GivenActs, game_id: FromPath[str], data: JSONBody[NotesBody]) -> Notes:
    """Write your private notes.

    They replace those that you had.
    """
    await talk.keep_notes(acts, ask_of(request), game_id, data.text)
    return Notes(data.text)
