"""The roundel: the record of a game as a picture."""

import hashlib
from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from services.api.conditional import IfNoneMatch, is_known, not_modified, tagged
from services.api.openapi import ANYONE
from services.api.params import Invitation
from services.api.pictures.board import ANSWERS, Theme, cached, picture_of
from services.api.pictures.deps import SVG, PictureDeps
from services.identity.callers import user_of
from services.play.deps import AnyRequest
from services.queries.roundels import RoundelStyle, find_roundel, ordered_roundel
from services.queries.sources import ReadRequest
from services.render.roundel import RoundelSize

Size = Annotated[
    RoundelSize, QueryParameter(description="`small` for less than 80 pixels: about 100 stones, and no rim.")
]

_TAG_LENGTH = 32


@get(
    "/api/v1/games/{game_id:str}/roundel.svg",
    tags=["pictures"],
    summary="The record of a game as a mosaic",
    description=(
        "A spiral of stones, one a choice, in the colour of its seat: full where it scored, ink where a round closed. "
        "The same for everyone who may see the table."
    ),
    security=ANYONE,
    media_type=SVG,
    responses={**ANSWERS, 200: picture_of(SVG)},
)
async def roundel_svg(
    request: AnyRequest,
    picture_deps: NamedDependency[PictureDeps],
    game_id: FromPath[str],
    language: NamedDependency[str],
    size: Size = "large",
    theme: Theme = "light",
    invitation: Invitation = None,
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    asked = ReadRequest(game_id, user_of(request), invitation)
    found = await find_roundel(picture_deps.sources, asked, RoundelStyle(size, theme, language))
    drawn = picture_deps.drawing.remembered(found.key)
    if drawn is None:
        drawn = await picture_deps.draw(await ordered_roundel(picture_deps.sources, found))
    # Known by what is shown: a tag made from the head would differ where a reader may see no difference.
    tag, headers = hashlib.sha256(drawn).hexdigest()[:_TAG_LENGTH], {"Cache-Control": cached(found.newest, asked.user)}
    return not_modified(tag, headers) if is_known(tag, if_none_match) else tagged(drawn, SVG, tag, headers)


HANDLERS = [roundel_svg]
