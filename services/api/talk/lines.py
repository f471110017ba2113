"""Table talk: everyone who may see a table may read it; everyone with a seat may speak."""

from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from domain.kernel.ids import GameId
from services.acts import talk
from services.api.asks import GivenActs, ask_of
from services.api.idempotency import IdempotencyKey
from services.api.params import Invitation
from services.api.routes import Routes
from services.api.talk.schemas import Reported, ReportLine, Said, Say, TalkAnswer
from services.identity.access import ANYONE
from services.identity.callers import AnyRequest, user_of
from services.problems import TOO_MANY_REQUESTS
from services.queries.tables import require_visible
from services.queries.talk import visible_lines

routes = Routes("talk")

MOST_LINES = 200

AfterLine = Annotated[
    int | None,
    QueryParameter(ge=0, le=2**53, description="Only lines after this number; without it the newest are told."),
]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_LINES)]


@routes.get("/api/v1/games/{game_id:str}/talk", ANYONE, raises=(TOO_MANY_REQUESTS,))
async def list_talk(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    language: NamedDependency[str],
    after: AfterLine = None,
    limit: Limit = 50,
    invitation: Invitation = None,
) -> TalkAnswer:
    """The chat of a table.

    The oldest of the lines first, without those of people whom you have muted.
    """
    user, game = user_of(request), GameId(game_id)
    await require_visible(acts.tables, game_id, user, invitation)
    newest = await acts.services.talk.lines.length(game)
    begin = max(0, newest - limit) if after is None else after
    lines = await acts.services.talk.lines.read(game, begin, limit)
    last = lines[-1].number if lines else newest
    return TalkAnswer(
        await visible_lines(acts.services.talk.mutes, acts.names, lines, user, language),
        last if last < newest else None,
    )


@routes.post("/api/v1/games/{game_id:str}/talk", talk.say)
async def say(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    data: JSONBody[Say],
    idempotency_key: IdempotencyKey = None,
) -> Response[Said]:
    """Write in the chat of a table.

    For everyone who may see the table. Everyone with a seat can write, before, during and after the game.
    """
    line = await talk.say(acts, ask_of(request, data, idempotency_key), game_id, data.text)
    return Response(Said(line.number, repeated=line.repeated))


@routes.delete("/api/v1/games/{game_id:str}/talk/{number:int}", talk.remove_line)
async def remove_line(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    number: FromPath[int],
) -> None:
    """Remove a message.

    Only its author and the host of the table can do this. The words are gone for good; it stays visible that
    there was a message.
    """
    await talk.remove_line(acts, ask_of(request), game_id, number)


@routes.post("/api/v1/games/{game_id:str}/talk/{number:int}/report", talk.report_line)
async def report_line(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    number: FromPath[int],
    data: JSONBody[ReportLine],
) -> Response[Reported]:
    """Report a message to the admins.

    With a copy of its words. A second report of the same message by the same person gives the first one.
    """
    return Response(Reported(await talk.report_line(acts, ask_of(request), game_id, number, data.reason)))
