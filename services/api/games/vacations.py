"""Being away from all tables at once."""

from litestar.params import JSONBody

from domain.kernel.clock import written
from services.acts.vacations import announce_everywhere, days_left, vacation_span
from services.api.asks import GivenActs, ask_of
from services.api.games.schemas import MyVacation, Vacation, VacationAtTable, VacationEverywhere
from services.api.routes import Routes
from services.identity.access import READ
from services.identity.callers import AnyRequest, caller
from services.identity.language import language_of
from services.queries.refusals import why_not

routes = Routes("play")


@routes.post("/api/v1/me/vacation", announce_everywhere, status_code=200)
async def announce_vacation_everywhere(
    request: AnyRequest, acts: GivenActs, data: JSONBody[Vacation]
) -> VacationEverywhere:
    """Take a vacation from all tables.

    Tells every table with a clock at which you now play when you will be away, and replaces what you told it before.
    Without times it says that you are back. It uses your own days of the year, not those that a table allows you; you
    get back days that have not come yet. A table that allows no vacation is listed with the reason. Games that begin
    later are not included.
    """
    span = vacation_span(data.start, data.until, acts.tables.now())
    outcomes = await announce_everywhere(acts, ask_of(request), span)
    return VacationEverywhere(
        [
            VacationAtTable(row.game_id, version, None if refusal is None else why_not(refusal, language_of(request)))
            for row, version, refusal in outcomes
        ]
    )


@routes.get("/api/v1/me/vacation", READ)
async def get_vacation(request: AnyRequest, acts: GivenActs) -> MyVacation:
    """When you are away, and the days you have left."""
    spans, now = await acts.services.people.vacations.of(caller(request).user_id), acts.tables.now()
    days = acts.services.settings.vacation_days
    ahead = next((span for span in spans if span.end > now), None)
    start, until = (None, None) if ahead is None else map(written, ahead)
    remaining = days_left(spans, days, max([now, *(span.end for span in spans)]))
    return MyVacation(start=start, until=until, days_left=remaining, days=days)
