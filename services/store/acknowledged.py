"""Writes that count only once replicas have them: the write, and the wait for replicas, on one connection.

Redis replicates behind the writer's back, so a master that dies may take acknowledged writes with it. `WAIT` says how
many replicas have what *its own connection* wrote before; sent on another one it answers at once, and means nothing.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from redis.asyncio import RedisCluster
from redis.asyncio.cluster import PipelineCommand
from redis.exceptions import AskError, MovedError, NoScriptError, TryAgainError
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import TimeoutError as NoAnswer

from domain.kernel.errors import OutcomeUnknown
from services.store.client import RedisClient
from services.store.deadline import in_time
from services.store.scripts import Script

WAIT_MILLISECONDS = 1000
_TRIES = 4
_ELSEWHERE = (MovedError, AskError, TryAgainError, NotConnected, NoAnswer)

Words: TypeAlias = Sequence[object]


class Acknowledged:
    """Writes, and tells whether enough replicas have what was written."""

    def __init__(self, client: RedisClient, replicas: int) -> None:
        self._client = client
        self._replicas = replicas

    async def run(self, script: Script, keys: Sequence[str], arguments: Sequence[object]) -> Any:  # noqa: ANN401 - as it says
        """Run a script that may safely be sent twice; `OutcomeUnknown` if too few replicas have what it wrote."""
        values = [len(keys), *keys, *arguments]
        try:
            return await self._written(keys[0], ["EVALSHA", script.digest, *values])
        except NoScriptError:
            return await self._written(keys[0], ["EVAL", script.text, *values])

    async def write_again(self, key: str, field: str, value: bytes) -> None:
        """Write a field of a hash as it is, and so wait for everything that was written to that server before it."""
        await self._written(key, ["HSET", key, field, value])

    async def _written(self, key: str, command: Words) -> Any:  # noqa: ANN401 - the command's answer
        answer, have = await in_time(self._sent(key, [command, ["WAIT", self._replicas, WAIT_MILLISECONDS]]))
        if isinstance(answer, Exception):
            raise answer
        if isinstance(have, Exception) or have < self._replicas:
            raise OutcomeUnknown(f"of {self._replicas} replicas these have it: {have}")
        return answer

    async def _sent(self, key: str, commands: Sequence[Words]) -> list[Any]:
        if isinstance(self._client, RedisCluster):
            return await self._sent_to_master(self._client, key, commands)
        pipeline: Any = self._client.pipeline(transaction=False)  # sent again as a whole if the connection is lost
        for command in commands:
            pipeline.execute_command(*command)
        found: list[Any] = await pipeline.execute(raise_on_error=False)
        return found

    async def _sent_to_master(self, client: RedisCluster, key: str, commands: Sequence[Words]) -> list[Any]:
        """Send commands to a key's master in a cluster, whose own pipelines would send a part again on another line."""
        sent: list[PipelineCommand] = []
        for _ in range(_TRIES):
            await client.exists(key)  # follows the cluster wherever the key has gone
            node: Any = client.get_node_from_key(key)
            sent = [PipelineCommand(place, *command) for place, command in enumerate(commands)]
            try:
                await node.execute_pipeline(sent)
            except _ELSEWHERE as error:
                sent[0].result = error
            if not isinstance(sent[0].result, _ELSEWHERE):
                break
        return [one.result for one in sent]
