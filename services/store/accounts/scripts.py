"""Runs the account scripts of the lua folder.

Every write of an account goes through here: a script is atomic, and safe when the client library sends it twice.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis, RedisCluster

from services.store.redis_errors import reading, writing

Client = Redis | RedisCluster
NAMES = ("create", "find", "held", "issue", "revoke", "set_password", "spend")


class Scripts:
    """The scripts, known to one client."""

    def __init__(self, client: Client) -> None:
        folder = files("services.store.accounts").joinpath("lua")
        common = folder.joinpath("common.lua").read_text("utf-8")
        self._scripts = {
            name: client.register_script(common + folder.joinpath(f"{name}.lua").read_text("utf-8")) for name in NAMES
        }

    async def run(self, name: str, keys: Sequence[str], args: Sequence[str | int]) -> Any:  # noqa: ANN401 - as Redis answers
        with writing():
            return await self._scripts[name](keys=list(keys), args=list(args))

    async def ask(self, name: str, keys: Sequence[str], args: Sequence[str | int]) -> Any:  # noqa: ANN401 - as Redis answers
        """Run a script for what it answers; if it fails, nothing of importance went unwritten."""
        with reading():
            return await self._scripts[name](keys=list(keys), args=list(args))


def text(value: bytes | str) -> str:
    """Redis answers in bytes or in text, as its client was built."""
    return value.decode() if isinstance(value, bytes) else value
