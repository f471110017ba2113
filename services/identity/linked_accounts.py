"""Chat accounts that speak for Acta accounts: how two are tied, and who calls from a chat.

Either end may begin: a chat gets a code that is confirmed on the settings page, where it is told whose chat account it
is, or the page gets a code to be sent in the chat. Guesses are counted, by the account that guesses.
"""

from typing import NamedTuple

from limits import RateLimitItemPerHour

from domain.kernel.errors import NotFound
from domain.kernel.ids import UserId
from services.identity.callers import refuse_guest
from services.identity.limits import SharedLimits
from services.store.accounts import Accounts, Principal
from services.store.accounts.model import Scope
from services.store.chat.links import ChatLinks, Offer
from services.store.chat.places import ChatAccount, Platform

CODES_PER_ACCOUNT = RateLimitItemPerHour(20, namespace="chat-codes")
GUESSES_PER_ACCOUNT = RateLimitItemPerHour(20, namespace="chat-guesses")
SCOPES: frozenset[Scope] = frozenset({"read", "play"})
"""What a chat account may do for its account: play, and nothing about the account itself."""


class LinkedAccounts(NamedTuple):
    """Ties chat accounts to accounts, and knows them again."""

    links: ChatLinks
    accounts: Accounts
    limits: SharedLimits

    async def code_for_chat(self, caller: Principal) -> str:
        """A code that somebody who is logged in sends in a chat."""
        refuse_guest(caller)
        await self.limits.count_account(CODES_PER_ACCOUNT, caller.user_id)
        return await self.links.offer(Offer(user=caller.user_id))

    async def code_for_page(self, account: ChatAccount, called: str) -> str:
        """A code that somebody in a chat confirms on the settings page; `called` is shown there."""
        await self.limits.count_account(CODES_PER_ACCOUNT, _name(account))
        return await self.links.offer(Offer(account=account, called=called))

    async def offered_on_page(self, caller: Principal, code: str) -> Offer:
        """The chat account that a code would tie to the caller's account; `NotFound` without such a code."""
        await self.limits.count_account(GUESSES_PER_ACCOUNT, caller.user_id)
        offer = await self.links.offered(code)
        if offer is None or offer.account is None:
            raise NotFound
        return offer

    async def accept_on_page(self, caller: Principal, code: str) -> ChatAccount:
        """Tie the chat account that made a code to the caller's account."""
        refuse_guest(caller)
        offer = await self.offered_on_page(caller, code)
        if offer.account is None or not await self.links.link(code, offer.account, caller.user_id):
            raise NotFound
        return offer.account

    async def accept_in_chat(self, account: ChatAccount, code: str) -> Principal:
        """Tie a chat account to the account that made a code; gives that one."""
        await self.limits.count_account(GUESSES_PER_ACCOUNT, _name(account))
        offer = await self.links.offered(code)
        if offer is None or offer.user is None or not await self.links.link(code, account, offer.user):
            raise NotFound
        principal = await self.principal_of(account)
        if principal is None:  # the account went away meanwhile
            raise NotFound
        return principal

    async def unlink(self, user: UserId, platform: Platform, workspace: str) -> None:
        """Untie the chat account of a place; `NotFound` if there is none."""
        if not await self.links.unlink(user, platform, workspace):
            raise NotFound

    async def principal_of(self, account: ChatAccount) -> Principal | None:
        """Whom a chat account speaks for, and what it may do."""
        user = await self.links.user_of(account)
        stored = await self.accounts.stored.of(user) if user else None
        if user is None or stored is None or stored.account.banned_at:
            return None
        return Principal(
            user_id=user,
            name=stored.account.name,
            scopes=SCOPES,
            kind="personal",
            credential_id="",
            expires_at=0,
            language=await self.accounts.stored.language(user),
            guest=stored.account.guest,
        )


def _name(account: ChatAccount) -> str:
    return f"{account.platform} {account.workspace} {account.user}"
