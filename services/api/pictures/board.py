"""The board as a picture, as the caller may see it."""

from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter

from domain.kernel.ids import UserId
from domain.kernel.table import Table
from services.api.conditional import IfNoneMatch
from services.api.looking_back import may_look_back
from services.api.openapi import ANYONE, NO_CONTENT, problems
from services.api.params import AsReader, AtVersion, Invitation
from services.api.pictures.deps import PNG, SVG, PictureDeps
from services.identity.callers import user_of
from services.play.deps import AnyRequest
from services.problems import BAD_REQUEST, FORBIDDEN, NOT_FOUND, TOO_MANY_REQUESTS
from services.queries.pictures import Style, read_picture
from services.queries.sources import ReadRequest
from services.render.miniature import Shape
from services.render.orders import Look
from services.render.png import NARROWEST, WIDEST

CHAT_WIDTH = 1200
_FIXED, _MOVING = "max-age=86400", "no-cache"
"""How long a position that stays may be kept (its players may be renamed), and one that will change."""

Theme = Annotated[Look, QueryParameter(name="theme", description="The look of the picture.")]
Width = Annotated[int, QueryParameter(ge=NARROWEST, le=WIDEST, description="Pixels from edge to edge.")]
Mini = Annotated[
    Shape | None,
    QueryParameter(description="A miniature for lists, 16 : 9.5 or square: no caption, no words, nothing outlined."),
]
DESCRIPTION = (
    "As you may see it, with a caption, and with what the last turn changed outlined. `at` shows an earlier version; "
    "once the game is over `as` shows it from another seat (`truth`: as a spectator; a board shows nothing hidden)."
)
ANSWERS = {**problems(BAD_REQUEST, FORBIDDEN, NOT_FOUND, TOO_MANY_REQUESTS), 304: NO_CONTENT}


def picture_of(media_type: str) -> ResponseSpec:
    """What the OpenAPI says of a picture."""
    return ResponseSpec(bytes, media_type=media_type, generate_examples=False, description="The picture.")


@get(
    "/api/v1/games/{game_id:str}/board.svg",
    tags=["pictures"],
    operation_id="getBoardSvg",
    summary="The board as SVG",
    description=DESCRIPTION,
    security=ANYONE,
    media_type=SVG,
    guards=[may_look_back],
    responses={**ANSWERS, 200: picture_of(SVG)},
)
async def board_svg(
    request: AnyRequest,
    picture_deps: NamedDependency[PictureDeps],
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
    asked = ReadRequest(game_id, user_of(request), invitation, as_reader)
    return await _answer(picture_deps, asked, at, Style(theme, language, mini=mini), if_none_match)


@get(
    "/api/v1/games/{game_id:str}/board.png",
    tags=["pictures"],
    operation_id="getBoardPng",
    summary="The board as PNG",
    description=DESCRIPTION,
    security=ANYONE,
    media_type=PNG,
    guards=[may_look_back],
    responses={**ANSWERS, 200: picture_of(PNG)},
)
async def board_png(
    request: AnyRequest,
    picture_deps: NamedDependency[PictureDeps],
    game_id: FromPath[str],
    language: NamedDependency[str],
    at: AtVersion = None,
    as_reader: AsReader = None,
    theme: Theme = "light",
    width: Width = CHAT_WIDTH,
    invitation: Invitation = None,
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    asked = ReadRequest(game_id, user_of(request), invitation, as_reader)
    return await _answer(picture_deps, asked, at, Style(theme, language, width), if_none_match)


async def _answer(
    picture_deps: PictureDeps, asked: ReadRequest, at: int | None, style: Style, known: str | None
) -> Response[bytes]:
    drawable = await read_picture(picture_deps.sources, asked, at, style)
    return await picture_deps.answer(drawable.order, cached(drawable.newest, asked.user, fixed=at is not None), known)


def cached(table: Table, user: UserId | None, *, fixed: bool = False) -> str:
    """Whether a copy may be kept, and by whom: only what everyone may see is kept on the way."""
    shared = "public" if user is None and not table.private else "private"
    return f"{shared}, {_FIXED if table.over or fixed else _MOVING}"


HANDLERS = [board_svg, board_png]
