"""What happened: the timeline of a game, its recap for a caller, the difference of two versions, the score ledger."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from services.api.asks import GivenActs
from services.api.params import AsReader, AtVersion, Invitation
from services.api.routes import Routes
from services.identity.access import ANYONE
from services.identity.callers import AnyRequest, user_of
from services.problems import TOO_MANY_REQUESTS
from services.queries.queries import ReadRequest
from services.queries.scores import ScoresAnswer, read_scores
from services.queries.timeline import (
    DiffAnswer,
    RecapAnswer,
    TimelineAnswer,
    read_diff,
    read_recap,
    read_timeline,
)
from services.queries.visible_log import MOST_LINES, open_log

routes = Routes("reading")

After = Annotated[int, QueryParameter(ge=0, le=2**53, description="Only what came after this version.")]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_LINES, description="At least so many lines, then to a turn's end.")]
Since = Annotated[int | None, QueryParameter(ge=0, le=2**53, description="Default: the end of your last turn.")]
FromVersion = Annotated[int, QueryParameter(name="from", ge=1, le=2**53)]
ToVersion = Annotated[int, QueryParameter(name="to", ge=1, le=2**53)]


@routes.get("/api/v1/games/{game_id:str}/timeline", ANYONE)
async def get_timeline(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    language: NamedDependency[str],
    after: After = 0,
    limit: Limit = 100,
    at: AtVersion = None,
    as_reader: AsReader = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
) -> TimelineAnswer:
    """The game in words.

    One line for each event that tells something, under the player whose turn it belongs to; names are those of that
    time. A page ends where a turn does; `at` tells it up to a version, and `as` adds what that reader could read of
    what was sealed.
    """
    acts.read_limit.take(request)
    reading = ReadRequest(game_id, user_of(request), invitation, as_reader, min_version)
    return await read_timeline(await open_log(acts, reading), after, limit, at, language)


@routes.get("/api/v1/games/{game_id:str}/recap", ANYONE)
async def get_recap(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    language: NamedDependency[str],
    since: Since = None,
    as_reader: AsReader = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
) -> RecapAnswer:
    """What happened since your last turn.

    Or since a version; with `as` since that seat's last turn. What led to a deed is told together with it. Before your
    first turn it begins after the set-up; without a seat it is told from the start.
    """
    acts.read_limit.take(request)
    reading = ReadRequest(game_id, user_of(request), invitation, as_reader, min_version)
    return await read_recap(await open_log(acts, reading), since, language)


@routes.get("/api/v1/games/{game_id:str}/diff", ANYONE, raises=(TOO_MANY_REQUESTS,))
async def get_diff(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    language: NamedDependency[str],
    from_version: FromVersion,
    to_version: ToVersion,
    as_reader: AsReader = None,
    invitation: Invitation = None,
) -> DiffAnswer:
    """The difference of two versions.

    The events between them in words, and the places at which your view (or that of `as`) differs. A version within the
    set-up stands for its end: a set-up is shown whole.
    """
    acts.read_limit.take(request)
    reading = ReadRequest(game_id, user_of(request), invitation, as_reader)
    return await read_diff(await open_log(acts, reading), from_version, to_version, language)


@routes.get("/api/v1/games/{game_id:str}/scores", ANYONE)
async def get_scores(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    language: NamedDependency[str],
    at: AtVersion = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
) -> ScoresAnswer:
    """Why you have your points.

    Every entry that counts, with its arithmetic; what was taken back is not among them.
    """
    acts.read_limit.take(request)
    reading = ReadRequest(game_id, user_of(request), invitation, min_version=min_version)
    return await read_scores(await open_log(acts, reading), at, language)
