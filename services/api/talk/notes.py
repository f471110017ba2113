"""Private notes. They belong to a person, not to a seat: a player who takes one over finds none."""

from litestar import get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from domain.kernel.errors import NotYourSeat
from domain.kernel.ids import GameId
from services.api.openapi import BODY, CALLER, LOGGED_IN, needs, problems
from services.api.talk.schemas import Notes, NotesBody
from services.identity.callers import caller
from services.play.deps import AnyRequest, GameDeps
from services.problems import BAD_REQUEST, NOT_FOUND, TOO_MANY_REQUESTS
from services.queries.tables import visible_table

MAX_NOTES_BODY = 256 * 1024
"""Bytes that a body may have: JSON may write each of 20,000 characters in twelve of them."""


@get(
    "/api/v1/games/{game_id:str}/notes",
    tags=["talk"],
    operation_id="getNotes",
    summary="Your private notes on a game",
    description="Nobody else can read them, not even when the game is over.",
    security=LOGGED_IN,
    responses=problems(BAD_REQUEST, *CALLER, NOT_FOUND),
)
async def read_notes(request: AnyRequest, game_deps: NamedDependency[GameDeps], game_id: FromPath[str]) -> Notes:
    user = caller(request).user_id
    async with visible_table(game_deps.tables, game_id, user) as newest:
        seated = newest.match.table.seat_of(user) is not None
    text = await game_deps.notes.get(GameId(game_id), user)
    if text is None and not seated:  # a player who was replaced keeps what they wrote
        raise NotYourSeat
    return Notes(text or "")


@put(
    "/api/v1/games/{game_id:str}/notes",
    tags=["talk"],
    summary="Write your private notes",
    description="In place of those that you had.",
    security=needs("play"),
    request_max_body_size=MAX_NOTES_BODY,
    responses=problems(*BODY, *CALLER, NOT_FOUND, TOO_MANY_REQUESTS),
)
async def write_notes(
    request: AnyRequest, game_deps: NamedDependency[GameDeps], game_id: FromPath[str], data: JSONBody[NotesBody]
) -> Notes:
    user, named = game_deps.begin_change(request, game_id, None, None)
    async with visible_table(game_deps.tables, game_id, user) as newest:
        if newest.match.table.seat_of(user) is None:
            raise NotYourSeat
    await game_deps.notes.put(named.game_id, user, data.text)
    return Notes(data.text)


HANDLERS = [read_notes, write_notes]
