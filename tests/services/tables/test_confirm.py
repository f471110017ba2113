"""Choices at a table: who may make them, and what is written of them."""

import asyncio

import pytest

from domain.kernel import lobby
from domain.kernel.errors import (
    BadCommand,
    BatchRefused,
    IllegalMove,
    NotFound,
    NotYourSeat,
    NotYourTurn,
    OutcomeUnknown,
)
from domain.kernel.ids import UserId
from domain.kernel.log import batches
from services.store.connections import connect
from services.tables import choices, table_changes
from services.tables.hot_tables import Written
from tests.kit.logged_match import state_bytes
from tests.kit.processes import Server
from tests.kit.taberna import commands as cmd
from tests.kit.taberna import events as ev
from tests.services.store.logs import new_game
from tests.services.store.servers import connected
from tests.services.tables.several_processes import (
    FEAST,
    GIFT,
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
    values,
)


async def test_a_stranger_has_no_seat(here: Process) -> None:
    game = await opened(here)
    with pytest.raises(NotYourSeat):
        await choices.confirm(here, request(game), UserId("stranger"), values(SELL))
    with pytest.raises(NotYourSeat):
        await choices.undo(here, request(game), UserId("stranger"))


async def test_a_private_table_does_not_exist_for_a_stranger(here: Process) -> None:
    game = new_game()
    terms = lobby.Terms(2, {}, private=True)
    await table_changes.create(here, request(game), "taberna", USERS[0], terms)

    with pytest.raises(NotFound):
        await choices.confirm(here, request(game), USERS[1], values(SELL))


async def test_a_player_who_resigned_no_longer_chooses(here: Process) -> None:
    game = await opened(here)
    await table_changes.change(here, request(game), USERS[1], lambda batch: lobby.resign(batch, USERS[1]))

    with pytest.raises(NotYourSeat):
        await lays(here, game, 1)


async def test_a_game_that_is_not_there(here: Process) -> None:
    with pytest.raises(NotFound):
        await confirms(here, new_game(), 0, SELL)


@pytest.mark.parametrize("wrong", [{}, {"type": "Conquer"}, {"type": "RunErrand"}, {"type": "EndTurn", "more": 1}])
async def test_what_is_no_command_is_named_by_its_place(here: Process, wrong: dict[str, object]) -> None:
    game, seat = await at_errands(here)
    with pytest.raises(BadCommand) as bad:
        await choices.confirm(here, request(game), USERS[seat], [*values(SELL), wrong])
    assert bad.value.index == 1


async def test_a_draft_is_written_as_one_batch(here: Process) -> None:
    game, seat = await at_errands(here)
    before = await truth(here.store, game)

    written = await confirms(here, game, seat, SELL, FEAST, SELL, at=before.version)

    now = await truth(here.store, game)
    assert (written.appended.first, written.appended.last) == (before.version + 1, now.version)
    assert len(list(batches(now.log[before.version :]))) == 1
    assert [e.what for e in events_of(written) if isinstance(e, ev.ErrandRun)] == ["sell", "feast", "sell"]


async def test_a_clock_that_was_set_back_does_not_turn_the_log_back(
    here: Process, there: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await opened(here, 2)
    newest = (await truth(here.store, game)).log[-1].envelope().at
    for process, seat in ((here, 0), (there, 1)):  # one has the table at hand, the other loads it
        monkeypatch.setattr(process, "now", lambda: 0)
        await lays(process, game, seat)
    times = [line.envelope().at for line in (await truth(here.store, game)).log]
    assert times == sorted(times)
    assert times[-1] == newest


async def test_a_draft_with_an_illegal_command_is_refused_whole(here: Process, there: Process) -> None:
    game, seat = await at_errands(here)
    before = await truth(here.store, game)

    with pytest.raises(BatchRefused) as refused:
        await confirms(here, game, seat, SELL, FEAST, FEAST, at=before.version)

    assert (refused.value.index, refused.value.cause.reason) == (2, "feasted")
    for process in (here, there):
        assert state_bytes((await process.look(game)).match) == state_bytes(before.match)
    assert len(events_of(await confirms(here, game, seat, SELL))) == 2


async def test_a_single_illegal_command_is_refused_for_its_own_reason(here: Process) -> None:
    game, seat = await at_errands(here)
    with pytest.raises(IllegalMove, match="not_offered"):
        await confirms(here, game, seat, cmd.EndTurn())
    with pytest.raises(NotYourTurn):
        await confirms(here, game, 1 - seat, SELL)


async def test_a_repeat_finds_its_first_answer_although_it_would_be_refused_now(here: Process, there: Process) -> None:
    game, seat = await at_errands(here)
    own = request(game)
    first = await choices.confirm(here, own, USERS[seat], values(SELL, SELL, cmd.EndTurn()), None)
    turn = (await truth(here.store, game)).match.state.public.turn
    await confirms(there, game, turn, GIFT)

    for process in (here, there):
        again = await choices.confirm(process, own, USERS[seat], values(SELL, SELL, cmd.EndTurn()), None)
        assert again.appended == first.appended._replace(repeated=True)
        assert again.records == first.records


async def test_choices_of_several_seats_at_once_are_all_written(here: Process, there: Process) -> None:
    game = await opened(here, 4)
    hands = (await truth(here.store, game)).match.state.hands

    await asyncio.gather(
        *(
            confirms(process, game, seat, cmd.LayCard(card=hands[seat][0]))
            for seat, process in enumerate([here, there, here, there])
        )
    )

    now = await truth(here.store, game)
    assert sorted(now.match.state.public.revealed) == sorted(hand[0] for hand in hands)


async def test_one_choice_sent_by_many_is_made_once(here: Process, there: Process) -> None:
    game, seat = await at_errands(here)

    answers = await asyncio.gather(
        *(confirms(process, game, seat, FEAST) for process in [here, there] * 4), return_exceptions=True
    )

    assert sum(isinstance(answer, Written) for answer in answers) == 1
    assert {answer.reason for answer in answers if isinstance(answer, IllegalMove)} == {"feasted"}


async def test_after_an_unknown_outcome_only_the_log_counts(own_server: Server) -> None:
    async with connected(own_server.url, patience=1) as client:
        process = Process(client)
        game, seat = await at_errands(process)
        own = request(game)

        own_server.freeze()
        with pytest.raises(OutcomeUnknown):
            await choices.confirm(process, own, USERS[seat], values(FEAST))
        own_server.thaw()

        shown, now = await process.look(game), await truth(process.store, game)
        assert state_bytes(shown.match) == state_bytes(now.match)
        await choices.confirm(process, own, USERS[seat], values(FEAST))
        assert [type(entry.event) for entry in (await truth(process.store, game)).log].count(ev.RewardsDue) == 1


async def test_a_killed_server_that_comes_back_is_used_again(own_server: Server) -> None:
    client = connect(own_server.url)
    process = Process(client)
    game, seat = await at_errands(process)
    own_server.kill()
    own_server.start()

    await confirms(process, game, seat, FEAST)

    shown, now = await process.look(game), await truth(process.store, game)
    assert state_bytes(shown.match) == state_bytes(now.match)
    await client.aclose()
