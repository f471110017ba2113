"""Table talk: everyone who may see a table may read it; everyone with a seat may speak."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

from litestar import Response, delete, get, post
from litestar.background_tasks import BackgroundTask
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter, SkipValidation

from domain.kernel.clock import written
from domain.kernel.errors import ActaError, NotFound, NotYourSeat
from domain.kernel.ids import GameId, UserId
from projections.outbox import TALK_WAITS, postings, talk_notice
from services import bootstrap
from services.api.games.view import READS
from services.api.idempotency import IdempotencyKey
from services.api.openapi import ANYONE, BODY, CALLER, REPEATABLE, needs, problems
from services.api.params import Invitation
from services.api.talk.deps import TalkDeps
from services.api.talk.schemas import Reported, ReportLine, Said, Say, TalkAnswer
from services.bootstrap import Services
from services.identity.callers import user_of
from services.play.deps import AnyRequest, GameDeps
from services.problems import BAD_REQUEST, FORBIDDEN, NOT_FOUND, TOO_MANY_REQUESTS, ProblemError, told
from services.queries.tables import require_visible, visible_table
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
    operation_id="listTalk",
    summary="What was said at a table",
    description="The oldest of the lines first, without those of people whom you have muted.",
    security=ANYONE,
    responses=READS,
)
async def read_talk(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    talk_deps: NamedDependency[TalkDeps],
    game_id: FromPath[str],
    language: NamedDependency[str],
    after: AfterLine = None,
    limit: Limit = 50,
    invitation: Invitation = None,
) -> TalkAnswer:
    user, game = user_of(request), GameId(game_id)
    await require_visible(game_deps.tables, game_id, user, invitation)
    newest = await talk_deps.talk.length(game)
    begin = max(0, newest - limit) if after is None else after
    lines = await talk_deps.talk.read(game, begin, limit)
    last = lines[-1].number if lines else newest
    return TalkAnswer(await talk_deps.visible(lines, user, language), last if last < newest else None)


@post(
    "/api/v1/games/{game_id:str}/talk",
    tags=["talk"],
    summary="Say something",
    description="To everyone who may see the table. Everyone with a seat may speak, before, during and after the game.",
    security=needs("play"),
    responses=problems(*BODY, *CALLER, *REPEATABLE, NOT_FOUND, TOO_MANY_REQUESTS),
)
async def say(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    talk_deps: NamedDependency[TalkDeps],
    game_id: FromPath[str],
    services: NamedDependency[SkipValidation[Services]],
    data: JSONBody[Say],
    idempotency_key: IdempotencyKey = None,
) -> Response[Said]:
    user, named = game_deps.begin_change(request, game_id, data, idempotency_key)
    async with visible_table(game_deps.tables, game_id, user) as newest:
        if newest.match.table.seat_of(user) is None:
            raise NotYourSeat
        others = [chair.user for chair in newest.match.table.chairs if chair.user is not None and chair.user != user]
    talk_deps.limit.take(user)
    said = await talk_deps.talk.say(named.game_id, user, data.text, written(game_deps.tables.now()), named.key)
    telling = None if said.repeated else BackgroundTask(_tell, services, named.game_id, user, others)
    return Response(Said(said.number, repeated=said.repeated), background=telling)


async def _tell(services: Services, game: GameId, speaker: UserId, others: Sequence[UserId]) -> None:
    """Put notices on their way to those who want to hear of talk, unless they have muted the speaker."""
    now, directory = services.tables.now(), bootstrap.directory(services)
    with suppress(ActaError):  # it was said and answered already; nobody is owed such a notice
        for user in others:
            if speaker not in await services.mutes.of(user):
                notice = talk_notice(game, user, speaker, now)
                for posting in postings(notice, await directory.recipient(user), now + TALK_WAITS):
                    await services.outbox.add(posting, now)


@delete(
    "/api/v1/games/{game_id:str}/talk/{number:int}",
    tags=["talk"],
    summary="Remove a line",
    description="Its author or the host of the table. The words are gone for good; that there were some stays visible.",
    security=needs("play"),
    responses=problems(BAD_REQUEST, *CALLER, NOT_FOUND, TOO_MANY_REQUESTS),
)
async def remove_line(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    talk_deps: NamedDependency[TalkDeps],
    game_id: FromPath[str],
    number: FromPath[int],
) -> None:
    user, game = game_deps.player(request), GameId(game_id)
    async with visible_table(game_deps.tables, game_id, user) as newest:
        host = newest.match.table.host
    line = await talk_deps.talk.line(game, number)
    if line is None or line.removes is not None:
        raise NotFound(f"{game_id}: line {number}")
    if user not in {line.user, host}:
        raise ProblemError(FORBIDDEN, told("not_your_line"))
    await talk_deps.talk.remove(game, number, user, written(game_deps.tables.now()))


@post(
    "/api/v1/games/{game_id:str}/talk/{number:int}/report",
    tags=["talk"],
    summary="Report a line to the admins",
    description="With a copy of its words. A second report of the same line by the same person gives the first one.",
    security=needs("play"),
    responses=problems(*BODY, *CALLER, NOT_FOUND, TOO_MANY_REQUESTS),
)
async def report_line(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    talk_deps: NamedDependency[TalkDeps],
    game_id: FromPath[str],
    number: FromPath[int],
    data: JSONBody[ReportLine],
) -> Response[Reported]:
    user, named = game_deps.begin_change(request, game_id, data, None)
    await require_visible(game_deps.tables, game_id, user)
    line = await talk_deps.talk.line(named.game_id, number)
    if line is None or line.text is None:
        raise NotFound(f"{game_id}: line {number}")
    talk_deps.limit.take(user)
    report = Report(
        at=written(game_deps.tables.now()),
        reporter=user,
        reason=data.reason,
        game=named.game_id,
        line=number,
        author=line.user,
        text=line.text,
    )
    return Response(Reported(await talk_deps.reports.file(report)))


HANDLERS = [read_talk, say, remove_line, report_line]
