"""The link at the end of every mail: ends all mail about games without a log-in.

A mail program does it by one call (RFC 8058), a person by a button. Looking at the page changes nothing: programs
follow links of their own accord.
"""

from litestar import MediaType, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from domain.kernel.errors import NotFound
from domain.kernel.ids import UserId
from services.api.openapi import PATH, problems
from services.bootstrap import Services
from services.identity.middleware import IGNORES_CREDENTIALS

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Acta</title>
<body style="font-family: serif; max-width: 30em; margin: 4em auto; padding: 0 1em">
<h1>Acta</h1>
{content}
</body>
</html>
"""
ASK = "<p>Do you want no more mail about your games?</p><form method=post><button>No more mail</button></form>"
DONE = "<p>You get no more mail about your games. Your settings turn it on again.</p>"
OPEN = {IGNORES_CREDENTIALS: True}


@get(
    "/api/v1/unsubscribe/{code:str}",
    tags=["notices"],
    summary="A page with a button that ends all mail",
    media_type=MediaType.HTML,
    opt=OPEN,
    responses=problems(*PATH),
)
async def ask(services: NamedDependency[SkipValidation[Services]], code: FromPath[str]) -> str:
    await _person(services, code)
    return PAGE.format(content=ASK)


@post(
    "/api/v1/unsubscribe/{code:str}",
    tags=["notices"],
    summary="End all mail",
    media_type=MediaType.HTML,
    status_code=200,
    opt=OPEN,
    responses=problems(*PATH),
)
async def stop(services: NamedDependency[SkipValidation[Services]], code: FromPath[str]) -> str:
    await services.preferences.change(await _person(services, code), {"mail": False}, {})
    return PAGE.format(content=DONE)


async def _person(services: Services, code: str) -> UserId:
    user = await services.preferences.user_of_stop_code(code)
    if user is None:
        raise NotFound
    return user


HANDLERS = [ask, stop]
