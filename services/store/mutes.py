"""Whom a person has muted. It changes what that person is shown, and nothing for anybody else."""

from domain.kernel.ids import UserId
from services.store.accounts.keys import partition_of
from services.store.client import Client
from services.store.redis_errors import reading, writing


class Mutes:
    """Keeps a set of people for each person."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the accounts."""
        self._client = client

    async def of(self, user: UserId) -> set[UserId]:
        """Whom this person has muted."""
        with reading():
            return {UserId(one.decode()) for one in await self._client.smembers(_key(user))}

    async def add(self, user: UserId, other: UserId) -> None:
        """Mute somebody; doing it again changes nothing."""
        with writing():
            await self._client.sadd(_key(user), other)

    async def drop(self, user: UserId, other: UserId) -> bool:
        """Hear somebody again; whether he was muted."""
        with writing():
            return bool(await self._client.srem(_key(user), other))


def _key(user: UserId) -> str:
    return f"acta:{{p{partition_of(user)}}}:muted:{user}"
