"""The people whom a person has muted. It changes what that person is shown, and nothing for anybody else.

Muted games once lay in the same set: its members are told apart by their form. `preferences` reads those games there.
"""

from domain.kernel.ids import UserId
from services.store import keys
from services.store.accounts.ids import is_user_id
from services.store.client import Client
from services.store.redis_errors import reading, writing


class Mutes:
    """Keeps a set of people for each person."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the accounts."""
        self._client = client

    async def of(self, user: UserId) -> set[UserId]:
        """The people whom this person has muted."""
        with reading():
            members = await self._client.smembers(keys.muted_people(user))
        return {UserId(member.decode()) for member in members if is_user_id(member.decode())}

    async def add(self, user: UserId, other: UserId) -> None:
        """Mute somebody; doing it again changes nothing."""
        with writing():
            await self._client.sadd(keys.muted_people(user), other)

    async def drop(self, user: UserId, other: UserId) -> bool:
        """Unmute a person; whether that person was muted."""
        if not is_user_id(other):
            return False
        with writing():
            return bool(await self._client.srem(keys.muted_people(user), other))
