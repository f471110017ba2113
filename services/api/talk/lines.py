"""Table talk: whoever may see a table may read it, whoever sits there may speak."""

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from domain.kernel.clock import written
from domain.kernel.errors import NotFound, NotYourSeat
from domain.kernel.ids import GameId
from services.api.games.deps import AnyRequest, Hall, user_of
from services.api.games.view import READS, Invitation, seen
from services.api.idempotency import IdempotencyKey
from services.api.openapi import ANYONE, BODY, CALLER, LOGGED_IN, REPEATABLE, problems
from services.api.talk.deps import Rostra
from services.api.talk.schemas import Reported, ReportLine, Said, Say, TalkAnswer
from services.problems import BAD_REQUEST, FORBIDDEN, NOT_FOUND, TOO_MANY_REQUESTS, ProblemError
from services.store.reports import Report

MOST_LINES = 200

AfterLine = Annotated[
    int | None,
    QueryParameter(ge=0, le=2**53, description="Only lines after this number; without it the newest are told."),
]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_LINES)]


@get(
    "/api/v1/games/{game_id:str}/talk",
    tags=["talk"],
    summary="What was said at a table",
    description="The oldest of the lines first, without those of people whom you have muted.",
    security=ANYONE,
    responses=READS,
)
async def read_talk(
    request: AnyRequest,
    hall: NamedDependency[Hall],
    rostra: NamedDependency[Rostra],
    game_id: FromPath[str],
    after: AfterLine = None,
    limit: Limit = 50,
    invitation: Invitation = None,
) -> TalkAnswer:
    user, game = user_of(request), GameId(game_id)
    async with seen(hall, game_id, user, invitation):
        pass
    newest = await rostra.talk.length(game)
    begin = max(0, newest - limit) if after is None else after
    lines = await rostra.talk.read(game, begin, limit)
    last = lines[-1].number if lines else newest
    return TalkAnswer(await rostra.told(lines, user), last if last < newest else None)


@post(
    "/api/v1/games/{game_id:str}/talk",
    tags=["talk"],
    summary="Say something",
    description="To everyone who may see the table. Who sits there may speak, before, during and after the game.",
    security=LOGGED_IN,
    responses=problems(*BODY, *CALLER, *REPEATABLE, NOT_FOUND, TOO_MANY_REQUESTS),
)
async def say(
    request: AnyRequest,
    hall: NamedDependency[Hall],
    rostra: NamedDependency[Rostra],
    game_id: FromPath[str],
    data: JSONBody[Say],
    idempotency_key: IdempotencyKey = None,
) -> Said:
    user, named = hall.ask(request, game_id, data, idempotency_key)
    async with seen(hall, game_id, user) as loaded:
        if loaded.match.table.seat_of(user) is None:
            raise NotYourSeat
    rostra.limit.take(user)
    said = await rostra.talk.say(named.game_id, user, data.text, written(hall.tables.now()), named.key)
    return Said(said.number, repeated=said.repeated)


@delete(
    "/api/v1/games/{game_id:str}/talk/{number:int}",
    tags=["talk"],
    summary="Remove a line",
    description="Its author or the host of the table. The words are gone for good; that there were some stays visible.",
    security=LOGGED_IN,
    responses=problems(BAD_REQUEST, *CALLER, NOT_FOUND, TOO_MANY_REQUESTS),
)
async def remove_line(
    request: AnyRequest,
    hall: NamedDependency[Hall],
    rostra: NamedDependency[Rostra],
    game_id: FromPath[str],
    number: FromPath[int],
) -> None:
    user, game = hall.player(request), GameId(game_id)
    async with seen(hall, game_id, user) as loaded:
        host = loaded.match.table.host
    line = await rostra.talk.line(game, number)
    if line is None or line.removes is not None:
        raise NotFound(f"{game_id}: line {number}")
    if user not in {line.user, host}:
        raise ProblemError(FORBIDDEN, "Only its author and the host of the table may remove a line.")
    await rostra.talk.remove(game, number, user, written(hall.tables.now()))


@post(
    "/api/v1/games/{game_id:str}/talk/{number:int}/report",
    tags=["talk"],
    summary="Report a line to the admins",
    description="With a copy of its words. Who reports the same line again gets the same report.",
    security=LOGGED_IN,
    responses=problems(*BODY, *CALLER, NOT_FOUND, TOO_MANY_REQUESTS),
)
async def report_line(
    request: AnyRequest,
    hall: NamedDependency[Hall],
    rostra: NamedDependency[Rostra],
    game_id: FromPath[str],
    number: FromPath[int],
    data: JSONBody[ReportLine],
) -> Response[Reported]:
    user, named = hall.ask(request, game_id, data, None)
    async with seen(hall, game_id, user):
        pass
    line = await rostra.talk.line(named.game_id, number)
    if line is None or line.text is None:
        raise NotFound(f"{game_id}: line {number}")
    rostra.limit.take(user)
    report = Report(
        at=written(hall.tables.now()),
        reporter=user,
        reason=data.reason,
        game=named.game_id,
        line=number,
        author=line.user,
        text=line.text,
    )
    return Response(Reported(await rostra.reports.file(report)))


HANDLERS = [read_talk, say, remove_line, report_line]
