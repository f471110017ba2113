"""Why a seat has its points: the score ledger."""

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath

from services.api.games.view import READS
from services.api.hang_ups import ENDS_WITH_CLIENT
from services.api.looking_back import looks_back
from services.api.openapi import ANYONE
from services.api.params import AtVersion, Invitation
from services.identity.callers import user_of
from services.play.deps import AnyRequest, GameDeps
from services.queries.scores import ScoresAnswer, read_scores
from services.queries.sources import ReadRequest
from services.queries.visible_log import open_log


@get(
    "/api/v1/games/{game_id:str}/scores",
    tags=["reading"],
    operation_id="getScores",
    summary="Why you have your points",
    security=ANYONE,
    description="Every entry that counts, with its arithmetic; what was taken back is not among them.",
    guards=[looks_back],
    middleware=[ENDS_WITH_CLIENT],
    responses=READS,
)
async def scores(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    language: NamedDependency[str],
    at: AtVersion = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
) -> ScoresAnswer:
    asked = ReadRequest(game_id, user_of(request), invitation, min_version=min_version)
    return await read_scores(await open_log(game_deps, asked), at, language)


HANDLERS = [scores]
