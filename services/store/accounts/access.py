"""Everything by which somebody could act for an account or see what it sees, and the end of all of it at once.

Whoever broke in and linked a chat, a browser or a webhook would go on seeing the hand after the password was changed.
Never decides who may end it.
"""

from domain.kernel.ids import UserId
from services.accounts import Held, Kind
from services.store.accounts.credentials import Credentials
from services.store.chat.links import ChatLinks
from services.store.client import Client
from services.store.push_subscriptions import PushSubscriptions
from services.store.webhooks import Webhooks

ACTING: tuple[Kind, ...] = ("session", "personal", "feed", "reset")
"""Secrets that open an account. A confirmation opens nothing: it goes to the address that the account has."""


class Access:
    """Counts and ends what there is of an account: secrets, linked chats, browsers that show notices, webhooks."""

    def __init__(self, client: Client, credentials: Credentials) -> None:
        """Look where each of them is kept."""
        self._credentials = credentials
        self._chats, self._browsers = ChatLinks(client), PushSubscriptions(client)
        self._webhooks = Webhooks(client)

    async def held(self, user: UserId) -> Held:
        """How many there are of each."""
        kinds = [one.kind for one in await self._credentials.held_by(user, ACTING)]
        return Held(
            sessions=kinds.count("session"),
            tokens=kinds.count("personal"),
            feeds=kinds.count("feed"),
            reset_links=kinds.count("reset"),
            chats=len(await self._chats.accounts_of(user)),
            browsers=len(await self._browsers.of(user)),
            webhooks=len(await self._webhooks.of(user)),
        )

    async def end(self, user: UserId) -> Held:
        """End all of them; gives how many there were."""
        held = await self.held(user)
        await self._credentials.revoke(user, ACTING)
        await self.end_beside(user)
        return held

    async def end_beside(self, user: UserId) -> None:
        """End what is no secret of the account's own: linked chats, browsers that show notices, webhooks."""
        await self._chats.forget(user)
        await self._browsers.forget(user)
        await self._webhooks.forget(user)
