"""Fair turns in a queue: hosts take turns, however many tables each of them has, and tables without people come last.

A job's name ends in whose turn it takes. The script that orders the queue goes by that alone.
"""

from hashlib import sha256
from importlib.resources import files

from redis import Redis

_LAST = "z"
"""What the turns of tables without people begin with; the others begin with a hexadecimal digit."""
_SCRIPT = files("services.store").joinpath("lua", "jobs_take_turn.lua").read_text("utf-8")


def turn_of(host: str, *, attended: bool) -> str:
    """The turns in which the jobs of a host's tables are done."""
    return ("" if attended else _LAST) + sha256(host.encode()).hexdigest()[:12]


def take_turn(redis: Redis, queue: str, job_id: str) -> None:
    """Move a job that was just put at the end of a queue before those that are further from their host's turn."""
    redis.eval(_SCRIPT, 1, queue, job_id, _LAST)
