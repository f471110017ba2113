"""The computer's analysis of a finished game."""

from litestar import Response
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath

from services.acts import analyses
from services.api.asks import GivenActs, ask_of
from services.api.params import Invitation
from services.api.routes import Routes
from services.identity.access import ANYONE
from services.identity.callers import AnyRequest, user_of
from services.problems import FORBIDDEN, NOT_FOUND, TOO_MANY_REQUESTS, ProblemError, told
from services.queries.analysis import (
    AnalysisAnswer,
    Progress,
    answer_of,
    read_progress,
    stored_analysis,
    told_analysis,
)
from services.queries.queries import ReadRequest
from services.queries.visible_log import open_log

routes = Routes("reading")

ACCEPTED = 202
UNDER_WAY = ResponseSpec(Progress, generate_examples=False, description="It is being made.")


@routes.get(
    "/api/v1/games/{game_id:str}/analysis",
    ANYONE,
    raises=(FORBIDDEN, TOO_MANY_REQUESTS),
    answers={ACCEPTED: UNDER_WAY},
)
async def get_analysis(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    language: NamedDependency[str],
    invitation: Invitation = None,
) -> Response[AnalysisAnswer | Progress]:
    """What the computer thinks of a finished game.

    Each turn: what was played, what the computer would have played, and the difference with its error; where each
    result came from; the turning points. While it is made the answer is 202 with how far it has come. Somebody has to
    ask for it first, once the game is over.
    """
    acts.read_limit.take(request)
    log = await open_log(acts, ReadRequest(game_id, user_of(request), invitation))
    stored = await stored_analysis(log, acts.services.analyses)
    if stored is not None:
        return Response(answer_of(log, await told_analysis(log, stored, language), language))
    progress = await read_progress(log, acts.services.analyses)
    if progress.state == "working":
        return Response(progress, status_code=ACCEPTED)
    raise ProblemError(NOT_FOUND, told("analysis_stopped" if progress.state == "failed" else "no_analysis"))


@routes.post("/api/v1/games/{game_id:str}/analysis", analyses.analyse, status_code=200, answers={ACCEPTED: UNDER_WAY})
async def ask_for_analysis(
    request: AnyRequest, acts: GivenActs, game_id: FromPath[str], invitation: Invitation = None
) -> Response[Progress]:
    """Have the computer analyse a finished game.

    It takes about a minute. Asked for twice it is made once. Refused while the game runs, and to somebody who asks for
    too many.
    """
    progress = await analyses.analyse(acts, ask_of(request), game_id, invitation)
    return Response(progress, status_code=200 if progress.state == "made" else ACCEPTED)
