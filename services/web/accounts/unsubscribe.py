"""The link at the end of every mail: ends all mail about games without a log-in.

A mail program does it by one call (RFC 8058), a person by a button. Looking at the page changes nothing: programs
follow links of their own accord.
"""

from litestar import Response, get, post
from litestar.params import FromPath

from services.acts.notices import person_of_code, stop_mail
from services.identity.access import ACCESS, OPEN
from services.identity.callers import AnyRequest
from services.web.door import Web
from services.web.forms import WITHOUT_TOKEN

FOR_ALL = {ACCESS: OPEN, WITHOUT_TOKEN: True}
PATH = "/api/v1/unsubscribe/{code:str}"
"""As it stands in every mail that was ever sent."""


@get(PATH, opt=FOR_ALL)
async def ask(request: AnyRequest, web: Web, code: FromPath[str]) -> Response[bytes]:
    await person_of_code(web.acts, code)
    return await web.page(request, "accounts/unsubscribe.html", done=False)


@post(PATH, status_code=200, opt=FOR_ALL)
async def stop(request: AnyRequest, web: Web, code: FromPath[str]) -> Response[bytes]:
    await stop_mail(web.acts, web.visitors.of(request), code)
    return await web.page(request, "accounts/unsubscribe.html", done=True)


HANDLERS = (ask, stop)
