"""On which version a choice may be made, which versions can be looked at, and what can be taken back."""

import pytest

from domain.kernel import lifecycle as life_events
from domain.kernel import lobby
from domain.kernel.errors import NotFound, StaleVersion, UndoBarred
from domain.kernel.ids import Version
from domain.kernel.match import Batch
from services.tables import choices, table_changes
from services.tables.folding import MatchAt
from tests.kit.logged_match import state_bytes
from tests.kit.taberna import commands as cmd
from tests.services.tables.several_processes import (
    SELL,
    USERS,
    Process,
    at_errands,
    confirms,
    events_of,
    lays,
    opened,
    request,
    truth,
)


async def test_a_version_is_not_stale_while_nothing_changed_for_the_seat(here: Process, there: Process) -> None:
    """A vote is no part of the game; a card that was laid and taken back leaves everything as it was."""
    game = await opened(here)
    version = (await truth(here.store, game)).version
    await table_changes.change(
        there, request(game), USERS[1], lambda batch: lobby.vote(batch, USERS[1], "abandon", agree=True)
    )
    await lays(there, game, 1)
    await confirms(there, game, 1, cmd.TakeCardBack())

    hand = (await truth(here.store, game)).match.state.hands[0]
    written = await confirms(here, game, 0, cmd.LayCard(card=hand[0]), at=version)

    assert written.appended.first == version + 4


async def test_what_another_seat_chose_in_secret_makes_no_version_stale(here: Process, there: Process) -> None:
    game = await opened(here)
    then = await truth(here.store, game)
    await lays(there, game, 1)

    written = await confirms(here, game, 0, cmd.LayCard(card=then.match.state.hands[0][0]), at=then.version)

    assert written.appended.first == then.version + 2


async def test_a_version_is_stale_once_the_seat_would_see_something_else(here: Process, there: Process) -> None:
    game, seat = await at_errands(here)
    version = (await truth(here.store, game)).version
    await confirms(there, game, seat, SELL)

    with pytest.raises(StaleVersion) as stale:
        await confirms(here, game, seat, SELL, at=version)

    now = await truth(here.store, game)
    assert (stale.value.expected, stale.value.current) == (version, now.version)


async def test_a_request_that_is_always_too_late_names_the_version_it_decided_on(here: Process, there: Process) -> None:
    game = await opened(here)
    last = Version(0)

    async def decide(loaded: MatchAt) -> Batch:
        nonlocal last
        last = loaded.version
        await votes(there)
        batch = Batch(loaded.match, USERS[0])
        lobby.vote(batch, USERS[0], "abandon", agree=False)
        return batch

    async def votes(tables: Process) -> None:
        user = USERS[1]
        await table_changes.change(
            tables, request(game), user, lambda batch: lobby.vote(batch, user, "abandon", agree=False)
        )

    with pytest.raises(StaleVersion) as stale:
        await here.change(request(game), decide)

    assert (stale.value.expected, stale.value.current) == (last, last + 1)


@pytest.mark.parametrize("version", [-1, 0, 1000])
async def test_a_version_that_is_not_in_the_log_is_stale(here: Process, version: int) -> None:
    game, seat = await at_errands(here)
    with pytest.raises(StaleVersion):
        await confirms(here, game, seat, SELL, at=version)


@pytest.mark.parametrize("version", [-1, 0, 1000])
async def test_there_is_no_table_at_a_version_that_is_not_in_the_log(here: Process, version: int) -> None:
    game = await opened(here)
    with pytest.raises(NotFound):
        await here.at(game, Version(version))


async def test_the_table_at_an_earlier_version(here: Process) -> None:
    game = await opened(here)
    before = await truth(here.store, game)
    await lays(here, game, 0)

    assert state_bytes((await here.at(game, before.version)).match) == state_bytes(before.match)


async def test_undo_takes_back_the_last_batch_also_of_another_process(here: Process, there: Process) -> None:
    game, seat = await at_errands(here)
    before = await truth(here.store, game)
    await confirms(here, game, seat, SELL)
    await there.look(game)

    written = await choices.undo(there, request(game), USERS[seat])

    assert events_of(written) == [
        life_events.ChoicesUndone(seat=seat, spans=((before.version + 1, before.version + 2),))
    ]
    for process in (here, there):
        assert state_bytes((await process.look(game)).match) == state_bytes(before.match)


async def test_undo_back_to_a_version(here: Process) -> None:
    game, seat = await at_errands(here)
    before = await truth(here.store, game)
    for _ in range(2):
        await confirms(here, game, seat, SELL)

    await choices.undo(here, request(game), USERS[seat], before.version)

    assert state_bytes((await here.look(game)).match) == state_bytes(before.match)


@pytest.mark.parametrize(("seat", "reason"), [(0, "nothing"), (1, "revealed")])
async def test_undo_stops_at_the_barrier(here: Process, seat: int, reason: str) -> None:
    """The last to lay a card has revealed all of them; before that nothing is the other's to take back."""
    game, _ = await at_errands(here)
    with pytest.raises(UndoBarred, match=reason):
        await choices.undo(here, request(game), USERS[seat])
