"""The browsers in which people want to be shown notices: where each is reached, and with which keys.

They lie beside the account. Never decides whether an address may be posted to.
"""

import hashlib

import msgspec

from domain.kernel.clock import Millis
from domain.kernel.ids import UserId
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, repeatable

MOST = 10
"""Browsers of one person; the one that came first makes room."""
_ID_LENGTH = 20


class PushSubscription(msgspec.Struct, frozen=True, kw_only=True):
    """A browser, as it asked to be reached: the address at its push service, its public key and its secret."""

    endpoint: str
    p256dh: str
    auth: str
    created: Millis

    @property
    def id(self) -> str:
        """What it is called where its address, which is a secret, has no place."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:_ID_LENGTH]


class PushSubscriptions:
    """Keeps them."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the accounts."""
        self._client = client

    async def of(self, user: UserId) -> list[PushSubscription]:
        """The browsers of a person, in the order in which they came."""
        with reading():
            found = (await self._client.hgetall(keys.push_subscriptions(user))).values()
        return sorted((msgspec.json.decode(one, type=PushSubscription) for one in found), key=lambda one: one.created)

    async def add(self, user: UserId, subscription: PushSubscription) -> None:
        """Show notices in a browser, too."""
        others = [one for one in await self.of(user) if one.id != subscription.id]
        if others:  # a clock may stand still or be set back, and still the last to come is the last in order
            after = max(subscription.created, others[-1].created + 1)
            subscription = msgspec.structs.replace(subscription, created=after)
        with repeatable():
            await self._client.hset(keys.push_subscriptions(user), subscription.id, msgspec.json.encode(subscription))
        for one in others[: -MOST + 1]:
            await self.remove(user, one.id)

    async def forget(self, user: UserId) -> None:
        """Show nothing in any browser any more."""
        with repeatable():
            await self._client.delete(keys.push_subscriptions(user))

    async def remove(self, user: UserId, subscription_id: str) -> None:
        """Show nothing in that browser any more."""
        with repeatable():
            await self._client.hdel(keys.push_subscriptions(user), subscription_id)
