"""The server loses its newest events while a process still has them hot: what the stream says counts, nothing else."""

from collections.abc import AsyncIterator

import pytest

from domain.kernel.errors import NotYourTurn
from domain.kernel.ids import GameId
from services.store.connections import connect
from services.tables import choices
from tests.kit.logged_match import state_bytes
from tests.kit.processes import Server
from tests.kit.taberna import commands as cmd
from tests.services.store.servers import AnyRedis, cut_tail
from tests.services.tables.several_processes import USERS, Process, opened, request, truth, values


@pytest.fixture
async def redis(own_server: Server) -> AsyncIterator[AnyRedis]:
    client = connect(own_server.url)
    yield client
    await client.aclose()


def lose_last_command(server: Server) -> None:
    server.stop()
    cut_tail(server.plan.folder, 1)
    server.start()


async def lays(process: Process, game: GameId, seat: int, place: int) -> None:
    """The seat lays the card at this place of the hand that it has in truth."""
    hand = (await truth(process.store, game)).match.state.hands[seat]
    await choices.confirm(process, request(game), USERS[seat], values(cmd.LayCard(card=hand[place])))


async def assert_shown(process: Process, game: GameId) -> None:
    now = await truth(process.store, game)
    shown = await process.look(game)
    assert (shown.version, shown.head) == (now.version, now.head)
    assert state_bytes(shown.match) == state_bytes(now.match)


async def test_a_hot_table_is_not_shown_ahead_of_its_log(own_server: Server, here: Process) -> None:
    game = await opened(here)
    await lays(here, game, 0, 0)
    lose_last_command(own_server)

    await assert_shown(here, game)


async def test_a_hot_table_of_another_history_is_not_shown(own_server: Server, here: Process, there: Process) -> None:
    game = await opened(here)
    await lays(here, game, 0, 0)
    lose_last_command(own_server)
    await lays(there, game, 0, 1)

    await assert_shown(here, game)
    await lays(there, game, 1, 0)
    await assert_shown(here, game)


async def test_nothing_is_refused_because_of_lost_events(own_server: Server, here: Process) -> None:
    game = await opened(here)
    await lays(here, game, 0, 0)
    lose_last_command(own_server)

    await lays(here, game, 0, 0)
    await assert_shown(here, game)


async def test_nothing_is_refused_or_allowed_because_of_another_history(
    own_server: Server, here: Process, there: Process
) -> None:
    game = await opened(here)
    await lays(here, game, 0, 0)
    lose_last_command(own_server)
    await lays(there, game, 1, 0)

    with pytest.raises(NotYourTurn):
        await lays(here, game, 1, 0)
    await lays(here, game, 0, 1)
    await assert_shown(here, game)


async def test_a_hot_table_of_another_history_is_dropped_when_it_is_changed(
    own_server: Server, here: Process, there: Process
) -> None:
    game = await opened(here)
    await lays(here, game, 0, 0)
    lose_last_command(own_server)
    await lays(there, game, 1, 0)

    await lays(here, game, 2, 2)
    await assert_shown(here, game)
