"""Reported lines, for admins. A report shows the line that was reported and nothing else of its table."""

from collections.abc import Sequence
from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter, SkipValidation

from domain.kernel.clock import written
from domain.kernel.player_names import name_of
from services.api.openapi import BODY, CALLER, PATH, needs, problems
from services.api.talk.deps import TalkDeps
from services.api.talk.schemas import PersonAnswer, ReportAnswer, ReportsAnswer, Settle, VerdictAnswer
from services.bootstrap import Services
from services.identity.callers import caller, requires
from services.play.deps import AnyRequest, GameDeps
from services.play.moderation import settle
from services.problems import BAD_REQUEST
from services.store.reports import Filed, Verdict

MOST = 100

AfterReport = Annotated[int, QueryParameter(ge=0, le=2**53, description="`next` of the page before.")]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST)]


@get(
    "/api/v1/reports",
    tags=["talk"],
    summary="Lines that people have reported",
    description="Those that are not settled yet, or those that are; the oldest first.",
    guards=[requires("admin")],
    security=needs("admin"),
    responses=problems(BAD_REQUEST, *CALLER),
)
async def list_reports(
    talk_deps: NamedDependency[TalkDeps],
    language: NamedDependency[str],
    settled: FromQuery[bool] = False,
    after: AfterReport = 0,
    limit: Limit = 50,
) -> ReportsAnswer:
    filed = await talk_deps.reports.page(after, limit, settled=settled)
    return ReportsAnswer(await _told(talk_deps, filed, language), filed[-1].number if len(filed) == limit else None)


@post(
    "/api/v1/reports/{report_id:int}/settle",
    tags=["talk"],
    summary="Settle a report",
    description="With `remove` the line is removed from its table. The first verdict on a report stands.",
    status_code=200,
    guards=[requires("admin")],
    security=needs("admin"),
    responses=problems(*BODY, *CALLER, *PATH),
)
async def settle_report(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    talk_deps: NamedDependency[TalkDeps],
    services: NamedDependency[SkipValidation[Services]],
    report_id: FromPath[int],
    language: NamedDependency[str],
    data: JSONBody[Settle],
) -> ReportAnswer:
    admin, now = caller(request).user_id, written(game_deps.tables.now())
    verdict = Verdict(at=now, admin=admin, removed=data.remove, note=data.note)
    filed = await settle(services, report_id, verdict)
    (answer,) = await _told(talk_deps, [filed], language)
    return answer


async def _told(talk_deps: TalkDeps, filed: Sequence[Filed], lang: str) -> list[ReportAnswer]:
    names = await talk_deps.names.of(user for one in filed for user in (one.report.reporter, one.report.author))
    answers = []
    for number, report, verdict in filed:
        reporter, author = (PersonAnswer(user, name_of(user, names, lang)) for user in (report.reporter, report.author))
        answers.append(
            ReportAnswer(
                report_id=number,
                at=report.at,
                reporter=reporter,
                reason=report.reason,
                game_id=report.game,
                line=report.line,
                author=author,
                text=report.text,
                verdict=_verdict(verdict),
            )
        )
    return answers


def _verdict(found: Verdict | None) -> VerdictAnswer | None:
    return None if found is None else VerdictAnswer(found.at, found.admin, found.removed, found.note)


HANDLERS = [list_reports, settle_report]
