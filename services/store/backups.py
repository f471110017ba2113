"""When the newest backup was made of which nothing is wrong, so that operators are told when none comes any more."""

from domain.kernel.clock import Millis
from services.store.client import Client
from services.store.keys import KeyKind
from services.store.redis_errors import reading, repeatable


async def note_backup(client: Client, at: Millis) -> None:
    """Remember a whole backup that is on disk, by when it was begun."""
    with repeatable():
        await client.set(KeyKind.LAST_BACKUP, str(at))


async def last_backup(client: Client) -> Millis | None:
    """When the newest whole backup was begun; `None` if none was ever made."""
    with reading():
        found = await client.get(KeyKind.LAST_BACKUP)
    return None if found is None else Millis(int(found))
