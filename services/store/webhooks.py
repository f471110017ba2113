"""Webhooks: addresses to which people have events posted, of all their tables or of one table as everybody sees it.

Secrets are kept as they are, since every delivery is signed with them. Never decides who may have a webhook.
"""

import secrets
from collections.abc import Iterable

import msgspec

from domain.kernel.clock import DAY, Millis
from domain.kernel.ids import GameId, UserId
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, repeatable, writing
from services.store.scripts import Script

MOST_OF_A_TABLE = 20
OLD_SECRET_LASTS: Millis = DAY
"""How long deliveries are signed with the secret before, too."""


class SigningSecret(msgspec.Struct, frozen=True):
    """A secret, and until when it is in force if another one has taken its place."""

    key: str
    until: Millis | None = None


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook of a person; `game` if it is about one table."""

    id: str
    owner: UserId
    url: str
    events: tuple[str, ...]
    """The types of events that are wanted; none: all of them."""
    game: GameId | None = None
    secrets: tuple[SigningSecret, ...]
    created: Millis
    stopped: str = ""
    """Why nothing is sent any more; empty as long as something is."""

    def wants(self, event: str) -> bool:
        """Whether events of a type are to be sent."""
        return not self.stopped and (not self.events or event in self.events)

    def keys(self, now: Millis) -> list[str]:
        """The secrets with which a delivery is signed, the newest first."""
        return [one.key for one in self.secrets if one.until is None or one.until > now]

    def rotated(self, key: str, now: Millis) -> "Webhook":
        """The webhook with a new secret; the one before holds for a while, older ones no longer."""
        before = SigningSecret(self.secrets[0].key, now + OLD_SECRET_LASTS)
        return msgspec.structs.replace(self, secrets=(SigningSecret(key), before))


def new_id() -> str:
    """An id for a webhook."""
    return secrets.token_hex(10)


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(Webhook).decode


class Webhooks:
    """Keeps webhooks."""

    def __init__(self, client: Client) -> None:
        """Keep them in a slot of their own: a webhook is listed for its owner and for its table."""
        self._client = client
        self._create, self._change = Script("webhook_create", "moving"), Script("webhook_change", "moving")
        self._delete = Script("webhook_delete", "moving")

    async def create(self, webhook: Webhook, most: int) -> bool:
        """Keep a new webhook; false if its owner has so many, or its table too many."""
        lists = [(keys.webhooks_of(webhook.owner), most)]
        lists += [] if webhook.game is None else [(keys.webhooks_of(webhook.game), MOST_OF_A_TABLE)]
        names = [keys.KeyKind.WEBHOOKS, *(name for name, _ in lists)]
        with writing():
            answer = await self._create.run(
                self._client, names, [webhook.id, _encode(webhook), *(limit for _, limit in lists)]
            )
        return bool(answer)

    async def find(self, name: str) -> Webhook | None:
        """The webhook of an id."""
        with reading():
            found = await self._client.hget(keys.KeyKind.WEBHOOKS, name)
        return None if found is None else _decode(found)

    async def of(self, *owners: UserId | GameId) -> list[Webhook]:
        """The webhooks of people and tables, the oldest first."""
        names: set[str] = set()
        for owner in owners:
            with reading():
                names.update(name.decode() for name in await self._client.smembers(keys.webhooks_of(owner)))
        return await self._all(sorted(names))

    async def every(self) -> list[Webhook]:
        """All webhooks, the oldest first."""
        with reading():
            found = await self._client.hgetall(keys.KeyKind.WEBHOOKS)
        return sorted(map(_decode, found.values()), key=lambda one: (one.created, one.id))

    async def _all(self, names: Iterable[str]) -> list[Webhook]:
        found = [await self.find(name) for name in names]
        return sorted((one for one in found if one is not None), key=lambda one: (one.created, one.id))

    async def change(self, before: Webhook, after: Webhook) -> bool:
        """Put one in the place of another, unless that has changed or is gone meanwhile."""
        with repeatable():
            answer = await self._change.run(
                self._client, [keys.KeyKind.WEBHOOKS], [before.id, _encode(before), _encode(after)]
            )
        return bool(answer)

    async def delete(self, webhook: Webhook) -> None:
        """Forget a webhook."""
        lists = [keys.webhooks_of(webhook.owner)]
        lists += [] if webhook.game is None else [keys.webhooks_of(webhook.game)]
        with repeatable():
            await self._delete.run(self._client, [keys.KeyKind.WEBHOOKS, *lists], [webhook.id])

    async def forget(self, owner: UserId) -> None:
        """Forget all webhooks of a person."""
        for webhook in await self.of(owner):
            await self.delete(webhook)
