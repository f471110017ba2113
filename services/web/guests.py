"""Strangers who play at once: a guest is made within the request that needs somebody to play."""

from typing import NamedTuple

from litestar.datastructures import Cookie

from services.accounts import Principal
from services.acts import ways_in
from services.identity.callers import AnyRequest, caller
from services.web.door import WebDoor


class Player(NamedTuple):
    """Who plays, and the cookies that a guest who was just made must be given."""

    principal: Principal
    cookies: list[Cookie]


async def player_or_guest(request: AnyRequest, web: WebDoor) -> Player:
    """The caller; a stranger becomes a guest, where there are any."""
    if isinstance(request.user, Principal) or not web.acts.accounts.has_guests:
        return Player(caller(request), [])
    made = await ways_in.welcome_guest(web.acts, web.visitors.of(request))
    request.scope["user"] = await web.acts.accounts.credentials.principal(made.token)
    return Player(caller(request), [web.visitors.cookie.holding(request, made.token, guest=True)])
