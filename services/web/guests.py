"""Strangers who play at once: a guest is made within the request that needs somebody to play."""

from typing import NamedTuple

from litestar.datastructures import Cookie

from services.identity import log_ins
from services.identity.callers import caller
from services.play.deps import AnyRequest
from services.store.accounts import Principal
from services.web.deps import WebDeps


class Player(NamedTuple):
    """Who plays, and the cookies that a guest who was just made must be given."""

    principal: Principal
    cookies: list[Cookie]


async def player_or_guest(request: AnyRequest, web: WebDeps) -> Player:
    """The caller; a stranger becomes a guest, where there are any."""
    if isinstance(request.user, Principal) or not web.accounts.accounts.has_guests:
        return Player(caller(request), [])
    made, cookie = await log_ins.welcome_guest(request, web.accounts)
    request.scope["user"] = await web.accounts.accounts.credentials.principal(made.token)
    return Player(caller(request), [cookie])
