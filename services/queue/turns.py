"""Fair turns in a queue: hosts take turns, however many tables each of them has, and tables without people come last.

A job's name ends in whose turn it takes. The script that orders the queue goes by that alone.
"""

from hashlib import sha256

from services.store.client import Client
from services.store.scripts import Script

_LAST = "z"
"""What the turns of tables without people begin with; the others begin with a hexadecimal digit."""
_take_turn = Script("job_take_turn")


def turn_of(host: str, *, attended: bool) -> str:
    """The turns in which the jobs of a host's tables are done."""
    return ("" if attended else _LAST) + sha256(host.encode()).hexdigest()[:12]


async def take_turn(client: Client, queue: str, job_id: str) -> None:
    """Move a job that was just put at the end of a queue before those that are further from their host's turn."""
    await _take_turn.run(client, [queue], [job_id, _LAST])
