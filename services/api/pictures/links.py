"""Signed addresses of pictures, and the pictures behind them."""

from datetime import UTC, datetime
from time import time
from typing import Annotated

import msgspec
from litestar import Response
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId, Version
from services.api.asks import GivenActs, GivenApi
from services.api.conditional import IfNoneMatch
from services.api.params import ENDS, Invitation
from services.api.pictures.answers import PNG, answer_picture, picture_of
from services.api.pictures.board import CHAT_WIDTH
from services.api.routes import Routes
from services.identity.access import ANYONE, OPEN
from services.identity.callers import AnyRequest, user_of
from services.identity.language import language_of, spoken_as
from services.problems import TOO_MANY_REQUESTS
from services.queries.picture_links import DAY, PictureLink, read, signed
from services.queries.pictures import Style, ordered
from services.queries.tables import up_to, visible_table
from services.render.orders import Look
from services.render.png import NARROWEST, WIDEST

routes = Routes("pictures")

MOST_DAYS = 30
LANGUAGE = r"^[a-z]{2}(-[A-Z]{2})?" + ENDS


class LinkOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    version: Annotated[Annotated[int, Meta(ge=1, le=2**53)] | None, Meta(description="Default: the newest.")] = None
    lang: Annotated[Annotated[str, Meta(pattern=LANGUAGE)] | None, Meta(description="Default: yours.")] = None
    theme: Look = "light"
    width: Annotated[int, Meta(ge=NARROWEST, le=WIDEST)] = CHAT_WIDTH
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS, description="How long the address is valid.")] = 7


class LinkAnswer(msgspec.Struct, frozen=True):
    url: Annotated[str, Meta(examples=["https://acta.example/pictures/….png"])]
    expires_at: datetime


@routes.post("/api/v1/games/{game_id:str}/picture-links", ANYONE, status_code=200)
async def sign_picture_link(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    data: JSONBody[LinkOrder],
    invitation: Invitation = None,
) -> LinkAnswer:
    """Sign the address of a picture.

    For chat platforms that fetch pictures by themselves: whoever has the address sees that position as a spectator
    does, without an account, until it expires. Nothing is stored.
    """
    async with visible_table(acts.tables, game_id, user_of(request), invitation) as newest:
        version = up_to(newest.version, data.version)
    expires = int(time()) + data.days * DAY
    language = spoken_as(data.lang or "") or language_of(request)
    link = PictureLink(GameId(game_id), version, language, data.theme, data.width, expires)
    name = signed(link, await acts.services.server.signing_key.get())
    return LinkAnswer(f"{acts.public_url}/pictures/{name}.png", datetime.fromtimestamp(expires, UTC))


@routes.get("/pictures/{name:str}", OPEN, answer=picture_of(PNG), raises=(TOO_MANY_REQUESTS,))
async def get_signed_picture(api: GivenApi, name: FromPath[str], if_none_match: IfNoneMatch = None) -> Response[bytes]:
    """The picture of a signed address."""
    now = time()
    link = read(name.removesuffix(".png"), await api.acts.services.server.signing_key.get(), now)
    if link is None or not name.endswith(".png"):
        raise NotFound
    position = await api.acts.tables.at(link.game, Version(link.version))
    order = await ordered(api.acts, position, None, Style(link.look, link.lang, link.width))
    return await answer_picture(api.drawing, order, f"public, max-age={int(link.expires - now)}", if_none_match)
