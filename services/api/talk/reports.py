"""Reported lines, for admins. A report shows the line that was reported and nothing else of its table."""

from collections.abc import Sequence
from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from domain.kernel.player_names import name_of
from services.acts import admin
from services.acts.acts import Acts
from services.api.asks import GivenActs, ask_of
from services.api.routes import Routes
from services.api.talk.schemas import PersonAnswer, ReportAnswer, ReportsAnswer, Settle, VerdictAnswer
from services.identity.access import ADMIN
from services.identity.callers import AnyRequest
from services.store.reports import Filed, Verdict

routes = Routes("talk")

MOST = 100

AfterReport = Annotated[int, QueryParameter(ge=0, le=2**53, description="`next` of the page before.")]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST)]


@routes.get("/api/v1/reports", ADMIN)
async def list_reports(
    acts: GivenActs,
    language: NamedDependency[str],
    settled: FromQuery[bool] = False,
    after: AfterReport = 0,
    limit: Limit = 50,
) -> ReportsAnswer:
    """Messages that people have reported.

    Those that are not settled yet, or those that are; the oldest first.
    """
    filed = await acts.services.talk.reports.page(after, limit, settled=settled)
    return ReportsAnswer(await _told(acts, filed, language), filed[-1].number if len(filed) == limit else None)


@routes.post("/api/v1/reports/{report_id:int}/settle", admin.settle_report, status_code=200)
async def settle_report(
    request: AnyRequest,
    acts: GivenActs,
    report_id: FromPath[int],
    language: NamedDependency[str],
    data: JSONBody[Settle],
) -> ReportAnswer:
    """Settle a report.

    With `remove` the message is removed from its table. The first verdict on a report stands.
    """
    filed = await admin.settle_report(acts, ask_of(request), report_id, remove=data.remove, note=data.note)
    (answer,) = await _told(acts, [filed], language)
    return answer


async def _told(acts: Acts, filed: Sequence[Filed], lang: str) -> list[ReportAnswer]:
    names = await acts.names.of(user for one in filed for user in (one.report.reporter, one.report.author))
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
