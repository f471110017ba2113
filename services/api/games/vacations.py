"""Being away from all tables at once."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from domain.kernel.clock import written
from services.api.games.schemas import MyVacation, Vacation, VacationAtTable, VacationEverywhere
from services.api.openapi import BODY, CALLER, needs, problems
from services.identity.callers import caller, requires
from services.identity.language import language_of
from services.play.deps import AnyRequest, GameDeps
from services.play.vacations import days_left, tell_all_tables, vacation_span
from services.problems import TOO_MANY_REQUESTS
from services.queries.refusals import why_not


@post(
    "/api/v1/me/vacation",
    tags=["play"],
    operation_id="announceVacationEverywhere",
    summary="Be away from all tables",
    description="Announces when you are away at every table with a clock that you play at now, in place of what you "
    "announced there before; without times you are back. It takes days of your own, so many in a year, and leaves "
    "alone those that each table gives; days that did not come yet are given back. A table that knows no vacation is "
    "named with the reason. Games that begin later are not included.",
    status_code=200,
    security=needs("play"),
    responses=problems(*BODY, *CALLER, TOO_MANY_REQUESTS),
)
async def vacation_everywhere(
    request: AnyRequest, game_deps: NamedDependency[GameDeps], data: JSONBody[Vacation]
) -> VacationEverywhere:
    user, span = game_deps.player(request), vacation_span(data.start, data.until, game_deps.tables.now())
    told = await tell_all_tables(game_deps, user, span)
    return VacationEverywhere(
        [
            VacationAtTable(row.game_id, version, None if refusal is None else why_not(refusal, language_of(request)))
            for row, version, refusal in told
        ]
    )


@get(
    "/api/v1/me/vacation",
    tags=["play"],
    operation_id="getVacation",
    summary="When you are away, and the days you have left",
    guards=[requires("read")],
    security=needs("read"),
    responses=problems(*CALLER),
)
async def my_vacation(request: AnyRequest, game_deps: NamedDependency[GameDeps]) -> MyVacation:
    spans, now = await game_deps.vacations.of(caller(request).user_id), game_deps.tables.now()
    ahead = next((span for span in spans if span.end > now), None)
    start, until = (None, None) if ahead is None else map(written, ahead)
    left = days_left(spans, game_deps.vacation_days, max([now, *(span.end for span in spans)]))
    return MyVacation(start=start, until=until, days_left=left, days=game_deps.vacation_days)


HANDLERS = [my_vacation, vacation_everywhere]
