"""The inbox as calendar and as feed. The address is the credential: a wrong one is answered as if there were nothing.

Never log the address: the canonical line names a route by its template.
"""

from hashlib import sha256

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, SkipValidation

from domain.kernel.clock import written
from domain.kernel.errors import NotFound
from services.api.conditional import IfNoneMatch, is_known, not_modified, tagged
from services.api.feeds import atom, ics
from services.api.openapi import NO_CONTENT, PATH, problems
from services.api.params import Language
from services.bootstrap import Services
from services.identity.account_deps import AccountDeps
from services.identity.language import language_of
from services.identity.middleware import IGNORES_CREDENTIALS
from services.logs import learn
from services.play.deps import AnyRequest, GameDeps
from services.queries.waiting import WaitingGames, waiting_games

_CACHE = "private, no-cache"


@get(
    "/feeds/{secret:str}/inbox.ics",
    tags=["reading"],
    operation_id="getInboxIcs",
    summary="Your deadlines as a calendar",
    opt={IGNORES_CREDENTIALS: True},
    responses={**problems(*PATH), 200: ResponseSpec(str, media_type="text/calendar"), 304: NO_CONTENT},
)
async def inbox_ics(
    request: AnyRequest,
    account_deps: NamedDependency[AccountDeps],
    game_deps: NamedDependency[GameDeps],
    secret: FromPath[str],
    services: NamedDependency[SkipValidation[Services]],
    lang: Language = None,  # noqa: ARG001 - named for the OpenAPI: it is read from the request
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    inbox = await _inbox(request, account_deps, game_deps, services, secret)
    return _answer(ics.calendar(inbox), ics.MEDIA_TYPE, if_none_match)


@get(
    "/feeds/{secret:str}/inbox.atom",
    tags=["reading"],
    operation_id="getInboxAtom",
    summary="The games that wait for you as an Atom feed",
    opt={IGNORES_CREDENTIALS: True},
    responses={**problems(*PATH), 200: ResponseSpec(str, media_type="application/atom+xml"), 304: NO_CONTENT},
)
async def inbox_atom(
    request: AnyRequest,
    account_deps: NamedDependency[AccountDeps],
    game_deps: NamedDependency[GameDeps],
    secret: FromPath[str],
    services: NamedDependency[SkipValidation[Services]],
    lang: Language = None,  # noqa: ARG001 - named for the OpenAPI: it is read from the request
    if_none_match: IfNoneMatch = None,
) -> Response[bytes]:
    inbox = await _inbox(request, account_deps, game_deps, services, secret)
    document = atom.feed(inbox, f"{account_deps.public_url}/feeds/{secret}/inbox.atom")
    return _answer(document, atom.MEDIA_TYPE, if_none_match)


async def _inbox(
    request: AnyRequest, account_deps: AccountDeps, game_deps: GameDeps, services: Services, secret: str
) -> WaitingGames:
    """The games that wait for the owner of an address, in the owner's language."""
    address = await account_deps.accounts.credentials.find(secret, "feed")
    if address is None:
        raise NotFound
    learn(user=address.owner)
    preferences = await services.preferences.of(address.owner)
    language = language_of(request, preferences.language or "")
    return await waiting_games(game_deps, address.owner, written(address.created_at), language)


def _answer(document: bytes, media_type: str, known: str | None) -> Response[bytes]:
    """The document, unless the caller has this very one."""
    tag, headers = sha256(document).hexdigest()[:32], {"Cache-Control": _CACHE}
    return not_modified(tag, headers) if is_known(tag, known) else tagged(document, media_type, tag, headers)


HANDLERS = [inbox_ics, inbox_atom]
