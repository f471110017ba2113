"""The inbox as calendar and as feed. The address is the credential: a wrong one is answered as if there were nothing.

Never log the address: the canonical line names a route by its template.
"""

from litestar import Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath

from domain.kernel.clock import written
from domain.kernel.errors import NotFound
from services.acts.acts import Acts
from services.api.asks import GivenActs
from services.api.conditional import IfNoneMatch, told_once
from services.api.feeds import atom, ics
from services.api.params import Language
from services.api.routes import Routes
from services.identity.access import OPEN
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.logs import learn
from services.queries.waiting import WaitingGames, waiting_games

routes = Routes("reading")

_HEADERS = {"Cache-Control": "private, no-cache"}


@routes.get("/feeds/{secret:str}/inbox.ics", OPEN, answer=ResponseSpec(str, media_type="text/calendar"))
async def get_inbox_ics(
    request: AnyRequest,
    acts: GivenActs,
    secret: FromPath[str],
    lang: Language = None,  # noqa: ARG001 - named for the OpenAPI: it is read from the request
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    """Your deadlines as a calendar."""
    inbox = await _inbox(request, acts, secret)
    return told_once(ics.calendar(inbox), ics.MEDIA_TYPE, _HEADERS, if_none_match)


@routes.get("/feeds/{secret:str}/inbox.atom", OPEN, answer=ResponseSpec(str, media_type="application/atom+xml"))
async def get_inbox_atom(
    request: AnyRequest,
    acts: GivenActs,
    secret: FromPath[str],
    lang: Language = None,  # noqa: ARG001 - named for the OpenAPI: it is read from the request
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    """The games waiting for you as an Atom feed."""
    inbox = await _inbox(request, acts, secret)
    document = atom.feed(inbox, f"{acts.public_url}/feeds/{secret}/inbox.atom")
    return told_once(document, atom.MEDIA_TYPE, _HEADERS, if_none_match)


async def _inbox(request: AnyRequest, acts: Acts, secret: str) -> WaitingGames:
    """The games that wait for the owner of an address, in the owner's language."""
    address = await acts.accounts.credentials.find(secret, "feed")
    if address is None:
        raise NotFound
    learn(user=address.owner)
    preferences = await acts.services.notices.preferences.of(address.owner)
    language = language_of(request, preferences.language or "")
    return await waiting_games(acts, address.owner, written(address.created_at), language)
