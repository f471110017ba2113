"""Chat accounts that speak for Acta accounts: how two are tied, and untied.

Either end may begin: a chat gets a code that is confirmed on the settings page, where it is told whose chat account it
is, or the page gets a code to be sent in the chat. Guesses are counted, by the account that guesses.
"""

from limits import RateLimitItemPerHour

from domain.kernel.errors import NotFound
from domain.kernel.ids import UserId
from services.accounts import Principal
from services.acts.acts import Acts
from services.acts.ask import Ask
from services.acts.asking import act, way_in
from services.identity.access import PLAY, SESSION
from services.identity.linked_accounts import principal_of
from services.identity.visitors import Visitor
from services.store.chat.links import Offer
from services.store.chat.places import ChatAccount, Platform

CODES_PER_ACCOUNT = RateLimitItemPerHour(20, namespace="chat-codes")
GUESSES_PER_ACCOUNT = RateLimitItemPerHour(20, namespace="chat-guesses")


@act(SESSION, guests=False)
async def make_code(acts: Acts, ask: Ask) -> str:
    """A code that somebody who is logged in sends in a chat."""
    await acts.limits.count_account(CODES_PER_ACCOUNT, ask.user)
    return await acts.services.chat.links.offer(Offer(user=ask.user, session=ask.caller.credential_id))


@act(SESSION)
async def look_at_code(acts: Acts, ask: Ask, code: str) -> Offer:
    """The chat account that a code would tie to the caller's account; `NotFound` without such a code."""
    return await _offered(acts, ask, code)


@act(SESSION, guests=False)
async def accept_code(acts: Acts, ask: Ask, code: str) -> None:
    """Tie the chat account that made a code to the caller's account."""
    offer = await _offered(acts, ask, code)
    if offer.account is None or not await acts.services.chat.links.link(code, offer.account, ask.user):
        raise NotFound


@act(PLAY, room=False)
async def unlink(acts: Acts, ask: Ask, platform: Platform, workspace: str) -> None:
    """Untie the caller's chat account of a place; `NotFound` if there is none."""
    if not await acts.services.chat.links.unlink(ask.user, platform, workspace):
        raise NotFound


@way_in(None)
async def make_code_in_chat(acts: Acts, _visitor: Visitor, account: ChatAccount, called: str) -> str:
    """A code that somebody in a chat confirms on the settings page; `called` is shown there."""
    await acts.limits.count_account(CODES_PER_ACCOUNT, _name(account))
    return await acts.services.chat.links.offer(Offer(account=account, called=called))


@way_in(None)
async def accept_code_in_chat(acts: Acts, _visitor: Visitor, account: ChatAccount, code: str) -> Principal:
    """Tie a chat account to the account that made a code; gives that one."""
    links = acts.services.chat.links
    await acts.limits.count_account(GUESSES_PER_ACCOUNT, _name(account))
    offer = await links.offered(code)
    if offer is None or offer.user is None or not await _is_logged_in(acts, offer.user, offer.session):
        raise NotFound
    if not await links.link(code, account, offer.user):
        raise NotFound
    principal = await principal_of(links, acts.accounts, account)
    if principal is None:  # the account went away meanwhile
        raise NotFound
    return principal


async def _offered(acts: Acts, ask: Ask, code: str) -> Offer:
    await acts.limits.count_account(GUESSES_PER_ACCOUNT, ask.user)
    offer = await acts.services.chat.links.offered(code)
    if offer is None or offer.account is None:
        raise NotFound
    return offer


async def _is_logged_in(acts: Acts, user: UserId, session: str) -> bool:
    """Whether a log-in goes on; codes of the release before tell of none."""
    return not session or session in {one.id for one in await acts.accounts.credentials.held_by(user, ["session"])}


def _name(account: ChatAccount) -> str:
    return f"{account.platform} {account.workspace} {account.user}"
