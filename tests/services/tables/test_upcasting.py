"""A game that an older Acta began goes on: its events are brought forward as they are read, and its bytes stay."""

from collections.abc import AsyncIterator, Iterable, Iterator

import msgspec
import pytest

from domain.kernel import chain
from domain.kernel.envelope import GENESIS, Record
from domain.kernel.errors import BadRecord
from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import GameId, Version
from services.store.connections import connect
from services.store.events import Append, CommandKey
from services.tables import choices
from tests.kit.logged_match import position, state_bytes
from tests.kit.processes import Server
from tests.kit.taberna.game import Taberna
from tests.services.store.logs import new_game
from tests.services.store.servers import AnyRedis
from tests.services.tables.several_processes import USERS, Process, request, values


@pytest.fixture
async def redis(own_server: Server) -> AsyncIterator[AnyRedis]:
    """A store of its own: the game of today cannot read what is written here, and others project all that they find."""
    client = connect(own_server.url)
    yield client
    await client.aclose()


class TabernaNow(Taberna):
    """Before the first schema an errand had another name and its seat another form."""

    upcasters = {("ErrandRun", 0): lambda data: {"seat": data["player"] - 1, "what": data["errand"]}}


def as_once_written(records: Iterable[Record], game: GameId) -> Iterator[Record]:
    """The same log, byte for byte as the older release would have written it."""
    prev = GENESIS
    for record in records:
        envelope = msgspec.structs.replace(record.envelope(), game=game, prev=prev)
        if envelope.type == "ErrandRun":
            now = msgspec.json.decode(envelope.data)
            then = msgspec.json.encode({"player": now["seat"] + 1, "errand": now["what"]})
            envelope = msgspec.structs.replace(envelope, schema=0, data=msgspec.Raw(then))
        old = Record(msgspec.json.encode(envelope), record.openings)
        prev = old.hash()
        yield old


async def test_a_game_of_an_older_release_goes_on(redis: AnyRedis) -> None:
    now: AnyGame = TabernaNow()
    logged = position(now, 2, seed=3, plies=6)
    game = new_game()
    records = [*as_once_written(logged.records, game)]
    head = chain.verify(records)
    assert b'"errand":' in b"".join(record.text for record in records)
    process = Process(redis, games=[now])
    await process.store.append(
        Append(game, Version(0), GENESIS, head, records, CommandKey("all", ""), secret=logged.secret)
    )

    shown = await process.look(game)
    assert state_bytes(shown.match) == state_bytes(logged.match)

    waiting = shown.match.to_act()
    assert not isinstance(waiting, Step)
    seat = waiting[0]
    command = shown.match.legal(seat)[0]
    await choices.confirm(process, request(game), USERS[seat], values(command))
    logged.play(seat, command)
    stored = await process.store.read(game)
    assert stored[: len(records)] == records
    assert chain.verify(stored)
    assert state_bytes((await Process(redis, games=[now]).look(game)).match) == state_bytes(logged.match)

    with pytest.raises(BadRecord, match="ErrandRun 0"):
        await Process(redis).look(game)
