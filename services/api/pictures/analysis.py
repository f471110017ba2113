"""Pictures of an analysis: the curve of the whole game, and the board after a turn that the computer preferred."""

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from domain.kernel.errors import NotFound
from services.api.asks import ApiDoor, GivenApi
from services.api.conditional import IfNoneMatch
from services.api.params import Invitation
from services.api.pictures.answers import PNG, SVG, answer_picture, picture_of
from services.api.pictures.board import CHAT_WIDTH, Theme, Width
from services.api.routes import Routes
from services.identity.access import ANYONE
from services.identity.callers import AnyRequest, user_of
from services.problems import FORBIDDEN, NOT_FOUND, TOO_MANY_REQUESTS, ProblemError, told
from services.queries.analysis import ordered_preferred, stored_analysis, told_analysis
from services.queries.curves import ordered_curve
from services.queries.pictures import Style
from services.queries.queries import ReadRequest
from services.queries.visible_log import VisibleLog, open_log
from services.story.analysis import Analysis

routes = Routes("pictures")


@routes.get(
    "/api/v1/games/{game_id:str}/analysis.png", ANYONE, answer=picture_of(PNG), raises=(FORBIDDEN, TOO_MANY_REQUESTS)
)
async def analysis_png(
    request: AnyRequest,
    api: GivenApi,
    game_id: FromPath[str],
    language: NamedDependency[str],
    theme: Theme = "light",
    width: Width = CHAT_WIDTH,
    invitation: Invitation = None,
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    """The analysis of a finished game as PNG.

    Who was ahead turn by turn, the turning points, and how well everyone played.
    """
    log, analysis = await _analysed(request, api, ReadRequest(game_id, user_of(request), invitation))
    order = await ordered_curve(log, await told_analysis(log, analysis, language), theme, language, width)
    return await answer_picture(api.drawing, order, _kept(log), if_none_match)


@routes.get(
    "/api/v1/games/{game_id:str}/analysis/{number:int}/board.svg",
    ANYONE,
    answer=picture_of(SVG),
    raises=(FORBIDDEN, TOO_MANY_REQUESTS),
)
async def preferred_board_svg(
    request: AnyRequest,
    api: GivenApi,
    game_id: FromPath[str],
    number: FromPath[int],
    language: NamedDependency[str],
    theme: Theme = "light",
    invitation: Invitation = None,
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    """The board after a preferred turn, as SVG.

    What the computer would have played in place of a turn of the analysis, counted from 0, as its seat would have seen
    it.
    """
    log, analysis = await _analysed(request, api, ReadRequest(game_id, user_of(request), invitation))
    if number >= len(analysis.turns):
        raise NotFound(f"{game_id}: turn {number}")
    order = await ordered_preferred(log, analysis.turns[number], Style(theme, language))
    return await answer_picture(api.drawing, order, _kept(log), if_none_match)


async def _analysed(request: AnyRequest, api: ApiDoor, reading: ReadRequest) -> tuple[VisibleLog, Analysis]:
    api.acts.read_limit.take(request)
    log = await open_log(api.acts, reading)
    analysis = await stored_analysis(log, api.acts.services.analyses)
    if analysis is None:
        raise ProblemError(NOT_FOUND, told("no_analysis"))
    return log, analysis


def _kept(log: VisibleLog) -> str:
    """A finished game does not change; its players may be renamed."""
    return f"{'private' if log.user is not None or log.table.private else 'public'}, max-age=86400"
