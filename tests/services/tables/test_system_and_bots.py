"""What the server itself does at a table: scoring steps and the choices of bots."""

import asyncio

import pytest

from domain.kernel.errors import BatchRefused, NotYourTurn, StaleVersion
from domain.kernel.game import Step
from domain.kernel.ids import GameId, Seat, Version
from services.tables import choices
from tests.kit.taberna import commands as cmd
from tests.kit.taberna import events as ev
from tests.services.tables.several_processes import (
    SELL,
    Process,
    at_errands,
    confirms,
    events_of,
    opened,
    request,
    truth,
)


async def to_market_day(process: Process, game: GameId) -> Version:
    """Everyone sells and ends the turn; the system owes the scoring."""
    while not isinstance((now := await truth(process.store, game)).match.to_act(), Step):
        seat = now.match.state.public.turn
        await confirms(process, game, seat, SELL, SELL, cmd.EndTurn())
    return now.version


async def test_the_system_resolves_what_it_owes_at_exactly_that_version(here: Process, there: Process) -> None:
    game, _ = await at_errands(here)
    version = await to_market_day(here, game)
    with pytest.raises(StaleVersion):
        await choices.resolve(there, request(game), Version(version - 1))

    written = await choices.resolve(there, request(game), version)

    assert ev.DonationDue in {type(event) for event in events_of(written)}
    with pytest.raises(StaleVersion):
        await choices.resolve(here, request(game), version)


async def test_two_jobs_with_one_name_resolve_once(here: Process, there: Process) -> None:
    game, _ = await at_errands(here)
    version = await to_market_day(here, game)
    job = request(game, key=f"scoring-{version}")

    answers = await asyncio.gather(*(choices.resolve(process, job, version) for process in (here, there)))

    assert sorted(answer.appended.repeated for answer in answers) == [False, True]
    assert len({answer.appended[:2] for answer in answers}) == 1


async def test_a_table_that_waits_for_the_server_is_owed_and_nudged(here: Process) -> None:
    game, _ = await at_errands(here)
    assert here.owed_calls == []
    version = await to_market_day(here, game)

    assert here.owed_calls == [(game, version)]
    assert game in await here.store.owed(float("inf"))

    await choices.resolve(here, request(game), version)
    assert game not in await here.store.owed(float("inf"))


async def test_a_bot_chooses_for_its_seat_at_exactly_that_version(here: Process) -> None:
    game = await opened(here, 3, bots=2)
    now = await truth(here.store, game)
    assert here.owed_calls == [(game, now.version)]
    card = cmd.LayCard(card=now.match.state.hands[1][0])

    with pytest.raises(StaleVersion):
        await choices.confirm_for_bot(here, request(game), Seat(1), [card], Version(now.version - 1))
    with pytest.raises(NotYourTurn):
        await choices.confirm_for_bot(here, request(game), Seat(0), [card], now.version)
    with pytest.raises(BatchRefused):
        await choices.confirm_for_bot(here, request(game), Seat(2), [cmd.EndTurn()], now.version)
    written = await choices.confirm_for_bot(here, request(game), Seat(1), [card], now.version)

    assert events_of(written) == [ev.CardLaid(seat=Seat(1), card=card.card)]
    assert here.owed_calls[1:] == [], "the other bot was asked for already"
