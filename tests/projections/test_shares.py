"""Several projectors share the partitions: what one had is taken over by the others when it ends or is killed."""

import json
import random
import signal

from services.store import keys
from services.store.connections import connect
from services.store.shares import EVERYTHING, Shares
from tests.kit.appended_match import interleaved, played_with_undos
from tests.kit.processes import ProcessTree, Server
from tests.projections.processes import Start, caught_up, until
from tests.projections.read_side import ReadSide
from tests.services.store.servers import AnyRedis


async def test_each_partition_is_one_projectors_and_few_change_hands(own_server: Server) -> None:
    client: AnyRedis = connect(own_server.url)
    first, second, third = (Shares(client) for _ in range(3))
    await first.beat()
    assert first.mine == EVERYTHING
    for one in (second, first):
        await one.beat()
    before = first.mine
    assert (first.mine | second.mine, first.mine & second.mine) == (EVERYTHING, frozenset())
    assert min(len(first.mine), len(second.mine)) > 10, "about half each"
    for one in (third, first, second):
        await one.beat()
    assert first.mine < before, "what the new one does not get stays where it is"
    await third.leave()
    await first.beat()
    assert first.mine == before
    await client.aclose()


def share_of(projector: ProcessTree) -> int:
    """How many partitions a process has, as the last such line of its log says."""
    lines = [json.loads(line) for line in projector.output().splitlines() if "partitions_shared" in line]
    return lines[-1]["mine"] if lines else 0


async def test_a_projector_that_ends_or_is_killed_leaves_its_partitions_to_the_others(
    own_server: Server, start: Start
) -> None:
    client: AnyRedis = connect(own_server.url)
    read_side = ReadSide(client)
    drained, killed, _ = trio = [start(), start(), start()]

    async def all_share() -> bool:
        shares = [share_of(one) for one in trio]
        return sum(shares) == keys.PARTITIONS and all(shares)

    await until(all_share)
    games = [played_with_undos(seed) for seed in range(6)]
    batches = interleaved(games, random.Random(1))
    third = len(batches) // 3
    await read_side.write(batches[:third])
    await caught_up(read_side)
    assert drained.end(signal.SIGTERM) == 0, drained.output()
    assert await client.zcard(keys.KeyKind.PROJECTORS) == 2, "it has said so itself"
    await read_side.write(batches[third : 2 * third])
    await caught_up(read_side)
    killed.end(signal.SIGKILL)
    await read_side.write(batches[2 * third :])
    await caught_up(read_side)
    ids = [game.game_id for game in games]
    assert await read_side.contents(ids) == await read_side.expected(ids)
    await client.aclose()
