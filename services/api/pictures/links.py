"""Signed addresses of pictures, and the pictures behind them."""

from datetime import UTC, datetime
from time import time
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId, Version
from services.api.conditional import IfNoneMatch
from services.api.openapi import ANYONE, BODY, NO_CONTENT, PATH, problems
from services.api.params import ENDS, Invitation
from services.api.pictures.board import CHAT_WIDTH, picture_of
from services.api.pictures.deps import PNG, PictureDeps
from services.identity.callers import user_of
from services.identity.language import language_of, spoken_as
from services.identity.middleware import IGNORES_CREDENTIALS
from services.play.deps import AnyRequest
from services.problems import TOO_MANY_REQUESTS
from services.queries.picture_links import DAY, PictureLink, read, signed
from services.queries.pictures import Style, ordered
from services.queries.tables import up_to, visible_table
from services.render.orders import Look
from services.render.png import NARROWEST, WIDEST

MOST_DAYS = 30
LANGUAGE = r"^[a-z]{2}(-[A-Z]{2})?" + ENDS


class LinkOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    version: Annotated[Annotated[int, Meta(ge=1, le=2**53)] | None, Meta(description="Default: the newest.")] = None
    lang: Annotated[Annotated[str, Meta(pattern=LANGUAGE)] | None, Meta(description="Default: yours.")] = None
    theme: Look = "light"
    width: Annotated[int, Meta(ge=NARROWEST, le=WIDEST)] = CHAT_WIDTH
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS, description="How long the address holds.")] = 7


class LinkAnswer(msgspec.Struct, frozen=True):
    url: Annotated[str, Meta(examples=["https://acta.example/pictures/….png"])]
    expires_at: datetime


@post(
    "/api/v1/games/{game_id:str}/picture-links",
    status_code=200,
    tags=["pictures"],
    operation_id="signPictureLink",
    summary="Sign the address of a picture",
    description=(
        "For chat platforms that fetch pictures by themselves: whoever has the address sees that position as a "
        "spectator does, without an account, until it expires. Nothing is stored."
    ),
    security=ANYONE,
    responses=problems(*PATH, *BODY),
)
async def sign_link(
    request: AnyRequest,
    picture_deps: NamedDependency[PictureDeps],
    game_id: FromPath[str],
    data: JSONBody[LinkOrder],
    invitation: Invitation = None,
) -> LinkAnswer:
    async with visible_table(picture_deps.sources.tables, game_id, user_of(request), invitation) as newest:
        version = up_to(newest.version, data.version)
    expires = int(time()) + data.days * DAY
    language = spoken_as(data.lang or "") or language_of(request)
    link = PictureLink(GameId(game_id), version, language, data.theme, data.width, expires)
    name = signed(link, await picture_deps.signing_key.get())
    return LinkAnswer(f"{picture_deps.sources.public_url}/pictures/{name}.png", datetime.fromtimestamp(expires, UTC))


@get(
    "/pictures/{name:str}",
    tags=["pictures"],
    operation_id="getSignedPicture",
    summary="The picture of a signed address",
    opt={IGNORES_CREDENTIALS: True},
    media_type=PNG,
    responses={**problems(*PATH, TOO_MANY_REQUESTS), 200: picture_of(PNG), 304: NO_CONTENT},
)
async def signed_picture(
    picture_deps: NamedDependency[PictureDeps], name: FromPath[str], if_none_match: IfNoneMatch = None
) -> Response[bytes]:
    now = time()
    link = read(name.removesuffix(".png"), await picture_deps.signing_key.get(), now)
    if link is None or not name.endswith(".png"):
        raise NotFound
    shown = await picture_deps.sources.tables.at(link.game, Version(link.version))
    order = await ordered(picture_deps.sources, shown, None, Style(link.look, link.lang, link.width))
    return await picture_deps.answer(order, f"public, max-age={int(link.expires - now)}", if_none_match)


HANDLERS = [sign_link, signed_picture]
