"""The link at the end of every mail: ends all mail about games without a log-in.

A mail program does it by one call (RFC 8058), a person by a button. Looking at the page changes nothing: programs
follow links of their own accord.
"""

from litestar import Response, get, post
from litestar.params import FromPath

from domain.kernel.errors import NotFound
from domain.kernel.ids import UserId
from services.identity.middleware import IGNORES_CREDENTIALS
from services.play.deps import AnyRequest
from services.web.deps import Web
from services.web.forms import WITHOUT_TOKEN

OPEN = {IGNORES_CREDENTIALS: True, WITHOUT_TOKEN: True}
PATH = "/api/v1/unsubscribe/{code:str}"
"""As it stands in every mail that was ever sent."""


@get(PATH, opt=OPEN)
async def ask(request: AnyRequest, web: Web, code: FromPath[str]) -> Response[bytes]:
    await _person(web, code)
    return await web.page(request, "accounts/unsubscribe.html", done=False)


@post(PATH, status_code=200, opt=OPEN)
async def stop(request: AnyRequest, web: Web, code: FromPath[str]) -> Response[bytes]:
    await web.services.preferences.change(await _person(web, code), {"mail": False}, {})
    return await web.page(request, "accounts/unsubscribe.html", done=True)


async def _person(web: Web, code: str) -> UserId:
    user = await web.services.preferences.user_of_stop_code(code)
    if user is None:
        raise NotFound
    return user


HANDLERS = (ask, stop)
