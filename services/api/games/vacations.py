"""Being away from all tables at once."""

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from services.api.games.schemas import Vacation, VacationAtTable, VacationEverywhere
from services.api.openapi import BODY, CALLER, needs, problems
from services.identity.language import language_of
from services.play.deps import AnyRequest, GameDeps
from services.play.vacations import tell_all_tables, vacation_span
from services.problems import TOO_MANY_REQUESTS
from services.queries.refusals import why_not


@post(
    "/api/v1/me/vacation",
    tags=["play"],
    operation_id="announceVacationEverywhere",
    summary="Be away from all tables",
    description="Announces when you are away at every table with a clock that you play at now, in place of what you "
    "announced there before; without times you are back. Each table counts its own days; one that does not allow it is "
    "named with the reason. Games that begin later are not included.",
    status_code=200,
    security=needs("play"),
    responses=problems(*BODY, *CALLER, TOO_MANY_REQUESTS),
)
async def vacation_everywhere(
    request: AnyRequest, game_deps: NamedDependency[GameDeps], data: JSONBody[Vacation]
) -> VacationEverywhere:
    user, span = game_deps.player(request), vacation_span(data.start, data.until, game_deps.tables.now())
    told = await tell_all_tables(request, game_deps, user, span)
    return VacationEverywhere(
        [
            VacationAtTable(row.game_id, version, None if refusal is None else why_not(refusal, language_of(request)))
            for row, version, refusal in told
        ]
    )


HANDLERS = [vacation_everywhere]
