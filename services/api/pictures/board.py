"""The board and the roundel of a game as pictures, as the caller may see them."""

from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from domain.kernel.ids import UserId
from domain.kernel.table import Table
from services.api.asks import ApiDoor, GivenApi
from services.api.conditional import IfNoneMatch, told_once
from services.api.params import AsReader, AtVersion, Invitation
from services.api.pictures.answers import PNG, SVG, answer_picture, draw, picture_of
from services.api.routes import Routes
from services.identity.access import ANYONE
from services.identity.callers import AnyRequest, user_of
from services.problems import FORBIDDEN, TOO_MANY_REQUESTS
from services.queries.pictures import Style, read_picture
from services.queries.queries import ReadRequest
from services.queries.roundels import RoundelStyle, find_roundel, ordered_roundel
from services.render.miniature import Shape
from services.render.orders import Look
from services.render.png import NARROWEST, WIDEST
from services.render.roundel import RoundelSize

routes = Routes("pictures")

CHAT_WIDTH = 1200
_FIXED, _MOVING = "max-age=86400", "no-cache"
"""How long a position that stays may be kept (its players may be renamed), and one that will change."""

Theme = Annotated[Look, QueryParameter(name="theme", description="The look of the picture.")]
Width = Annotated[int, QueryParameter(ge=NARROWEST, le=WIDEST, description="Pixels from edge to edge.")]
Mini = Annotated[
    Shape | None,
    QueryParameter(description="A miniature for lists, 16 : 9.5 or square: no caption, no words, nothing outlined."),
]
Size = Annotated[
    RoundelSize, QueryParameter(description="`small` for less than 80 pixels: about 100 stones, and no rim.")
]


@routes.get("/api/v1/games/{game_id:str}/board.svg", ANYONE, answer=picture_of(SVG))
async def get_board_svg(
    request: AnyRequest,
    api: GivenApi,
    game_id: FromPath[str],
    language: NamedDependency[str],
    at: AtVersion = None,
    as_reader: AsReader = None,
    theme: Theme = "light",
    width: Width = CHAT_WIDTH,  # noqa: ARG001 - an SVG has any width: taken so that both addresses take the same
    mini: Mini = None,
    invitation: Invitation = None,
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    """The board as SVG.

    As you may see it, with a caption. What the last turn changed is outlined. `at` shows an earlier version. Once the
    game is over, `as` shows it from another seat (`truth`: as a spectator; a board shows nothing hidden).
    """
    api.acts.read_limit.look_back(request, at)
    reading = ReadRequest(game_id, user_of(request), invitation, as_reader)
    return await _answer(api, reading, at, Style(theme, language, mini=mini), if_none_match)


@routes.get("/api/v1/games/{game_id:str}/board.png", ANYONE, answer=picture_of(PNG))
async def get_board_png(
    request: AnyRequest,
    api: GivenApi,
    game_id: FromPath[str],
    language: NamedDependency[str],
    at: AtVersion = None,
    as_reader: AsReader = None,
    theme: Theme = "light",
    width: Width = CHAT_WIDTH,
    invitation: Invitation = None,
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    """The board as PNG.

    As you may see it, with a caption. What the last turn changed is outlined. `at` shows an earlier version. Once the
    game is over, `as` shows it from another seat (`truth`: as a spectator; a board shows nothing hidden).
    """
    api.acts.read_limit.look_back(request, at)
    reading = ReadRequest(game_id, user_of(request), invitation, as_reader)
    return await _answer(api, reading, at, Style(theme, language, width), if_none_match)


@routes.get(
    "/api/v1/games/{game_id:str}/roundel.svg", ANYONE, answer=picture_of(SVG), raises=(FORBIDDEN, TOO_MANY_REQUESTS)
)
async def roundel_svg(
    request: AnyRequest,
    api: GivenApi,
    game_id: FromPath[str],
    language: NamedDependency[str],
    size: Size = "large",
    theme: Theme = "light",
    invitation: Invitation = None,
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    """The record of a game as a mosaic.

    A spiral of stones, one a choice, in the colour of its seat: full where it scored, ink where a round closed. The
    same for everyone who may see the table.
    """
    reading = ReadRequest(game_id, user_of(request), invitation)
    roundel = await find_roundel(api.acts, reading, RoundelStyle(size, theme, language))
    picture = api.drawing.remembered(roundel.key)
    if picture is None:
        picture = await draw(api.drawing, await ordered_roundel(api.acts, roundel))
    # Known by what is shown: a tag made from the head would differ where a reader may see no difference.
    return told_once(picture, SVG, {"Cache-Control": _cached(roundel.newest, reading.user)}, if_none_match)


async def _answer(
    api: ApiDoor, reading: ReadRequest, at: int | None, style: Style, known: str | None
) -> Response[bytes]:
    drawable = await read_picture(api.acts, reading, at, style)
    cache = _cached(drawable.newest, reading.user, fixed=at is not None)
    return await answer_picture(api.drawing, drawable.order, cache, known)


def _cached(table: Table, user: UserId | None, *, fixed: bool = False) -> str:
    """Whether a copy may be kept, and by whom: only what everyone may see is kept on the way."""
    shared = "public" if user is None and not table.private else "private"
    return f"{shared}, {_FIXED if table.over or fixed else _MOVING}"
