"""The life of a table: opened once, changed by people, played again by the same ones."""

import asyncio

import pytest

from domain.kernel import lifecycle as ev
from domain.kernel import lobby
from domain.kernel.errors import (
    BadOptions,
    KeyReused,
    NotAllowed,
    NotFound,
    NotYourSeat,
    OutcomeUnknown,
    StaleVersion,
)
from domain.kernel.ids import GameId, UserId
from domain.kernel.lobby import Terms
from domain.kernel.rng import commitment
from domain.kernel.table import Table
from services.store.events import Append, Appended, EventStore
from services.tables import table_changes
from services.tables.hot_tables import Tables
from services.tables.table_changes import TableChange
from tests.services.store.logs import new_game
from tests.services.store.servers import AnyRedis
from tests.services.tables.several_processes import USERS, Process, join, opened, request, truth


async def table_of(tables: Tables, game: GameId) -> Table:
    return (await truth(tables.store, game)).match.table


# Opening and changing -----------------------------------------------------------------------------------------------


async def test_a_table_is_opened_with_a_promise_of_its_secret(here: Process) -> None:
    game = new_game()

    written = await table_changes.create(here, request(game), "taberna", USERS[0], Terms(3, {"rounds": 1}, "Ides"))

    table = await table_of(here, game)
    assert written.table == table
    assert table.commitment == commitment(await here.store.secret(game))
    assert (table.host, table.title, table.options) == (USERS[0], "Ides", {"rounds": 1})
    assert [chair.user for chair in table.chairs] == [USERS[0], None, None]


async def test_a_repeated_opening_finds_the_first_table(here: Process, there: Process) -> None:
    own = request(new_game())
    first = await table_changes.create(here, own, "taberna", USERS[0], Terms(3, {}))

    again = await table_changes.create(there, own, "taberna", USERS[0], Terms(3, {}))

    assert again.appended == first.appended._replace(repeated=True)
    assert again.records == first.records
    assert again.table == first.table


async def test_a_table_is_not_opened_twice(here: Process, there: Process) -> None:
    game = new_game()
    await table_changes.create(here, request(game, "key"), "taberna", USERS[0], Terms(3, {}))

    with pytest.raises(StaleVersion):
        await table_changes.create(there, request(game), "taberna", USERS[1], Terms(2, {}))
    with pytest.raises(KeyReused):
        await table_changes.create(there, request(game, "key", "another body"), "taberna", USERS[0], Terms(2, {}))


async def test_what_cannot_be_played_is_not_opened(here: Process) -> None:
    game = new_game()
    with pytest.raises(NotFound):
        await table_changes.create(here, request(game), "chess", USERS[0], Terms(2, {}))
    with pytest.raises(BadOptions):
        await table_changes.create(here, request(game), "taberna", USERS[0], Terms(9, {}))
    with pytest.raises(BadOptions):
        await table_changes.create(here, request(game), "taberna", USERS[0], Terms(2, {"rounds": 99}))

    assert await here.store.version(game) == 0


async def test_one_of_two_players_takes_the_last_chair(here: Process, there: Process) -> None:
    game = new_game()
    await table_changes.create(here, request(game), "taberna", USERS[0], Terms(2, {}))

    answers = await asyncio.gather(
        *(
            table_changes.change(process, request(game), user, join(user))
            for process, user in ((here, USERS[1]), (there, USERS[2]))
        ),
        return_exceptions=True,
    )

    refused = [answer for answer in answers if isinstance(answer, NotAllowed)]
    table = await table_of(here, game)
    assert [refusal.reason for refusal in refused] == ["not_in_lobby"]
    assert table.phase == "active"
    assert None not in [chair.user for chair in table.chairs]


async def test_a_refused_change_leaves_the_table_as_it_was(here: Process, there: Process) -> None:
    game = await opened(here)
    before = await truth(here.store, game)

    with pytest.raises(NotAllowed, match="not_in_lobby"):
        await table_changes.change(there, request(game), USERS[3], join(USERS[3]))

    assert (await there.look(game)).match.table == before.match.table
    assert (await truth(here.store, game)).version == before.version


# Rematch ------------------------------------------------------------------------------------------------------------


def abandon(user: UserId) -> TableChange:
    return lambda batch: lobby.vote(batch, user, "abandon", agree=True)


async def ended(tables: Tables, *, bots: int = 0) -> GameId:
    """A game of three that the people have agreed to stop."""
    game = await opened(tables, 3, bots=bots)
    for user in USERS[: 3 - bots]:
        await table_changes.change(tables, request(game), user, abandon(user))
    return game


async def assert_rematch(tables: Tables, game: GameId, again: GameId) -> Table:
    """Both logs name each other, once, and the other people are invited; give the new table."""
    old, new = await truth(tables.store, game), await truth(tables.store, again)
    offers = [entry.event for entry in old.log if isinstance(entry.event, ev.RematchOffered)]
    assert offers == [ev.RematchOffered(game=again)]
    before, table = old.match.table, new.match.table
    assert (table.rematch_of, table.options, len(table.chairs)) == (game, before.options, len(before.chairs))
    assert {table.host, *table.invited} == {chair.user for chair in before.chairs if chair.user}
    return table


def bots_at(table: Table) -> list[str]:
    return [chair.bot for chair in table.chairs if chair.bot]


async def test_the_same_people_meet_at_one_new_table(here: Process, there: Process) -> None:
    game = await ended(here, bots=1)

    again = await table_changes.rematch(here, request(game), USERS[1])

    assert await table_changes.rematch(there, request(game), USERS[0]) == again
    assert await table_changes.rematch(there, request(game), USERS[1]) == again
    table = await assert_rematch(here, game, again)
    assert (table.host, bots_at(table)) == (USERS[1], ["random"])


async def test_two_requests_at_once_lead_to_one_new_table(here: Process, there: Process) -> None:
    game = await ended(here, bots=1)

    first, second = await asyncio.gather(
        table_changes.rematch(here, request(game), USERS[0]), table_changes.rematch(there, request(game), USERS[1])
    )

    assert first == second
    assert bots_at(await assert_rematch(here, game, first)) == ["random"]


async def test_a_rematch_of_a_rematch(here: Process) -> None:
    game = await ended(here)
    again = await table_changes.rematch(here, request(game), USERS[0])
    for user in USERS[1:3]:
        await table_changes.change(here, request(again), user, join(user))
    for user in USERS[:3]:
        await table_changes.change(here, request(again), user, abandon(user))

    third = await table_changes.rematch(here, request(again), USERS[2])

    assert len({game, again, third}) == 3
    assert (await assert_rematch(here, again, third)).host == USERS[2]


async def test_only_its_players_ask_for_a_rematch_and_only_when_it_is_over(here: Process) -> None:
    game = await ended(here)
    with pytest.raises(NotYourSeat):
        await table_changes.rematch(here, request(game), USERS[3])

    running = await opened(here)
    with pytest.raises(NotAllowed, match="not_over"):
        await table_changes.rematch(here, request(running), USERS[0])


class Breaking(EventStore):
    """A store that stops answering at the n-th append, before or after it was written."""

    def __init__(self, client: AnyRedis, good: int, *, written: bool) -> None:
        super().__init__(client)
        self._good = good
        self._written = written

    async def append(self, batch: Append) -> Appended:
        self._good -= 1
        if self._good >= 0:
            return await super().append(batch)
        if self._written:
            await super().append(batch)
        raise OutcomeUnknown


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("good", range(3))
@pytest.mark.parametrize("asking", USERS[:2])
async def test_an_interrupted_rematch_is_completed_by_the_next_request(
    here: Process, redis: AnyRedis, good: int, written: bool, asking: UserId
) -> None:
    """It takes three appends: the new table, its bot, the offer. Only the host may seat the bot."""
    game = await ended(here, bots=1)
    broken = Process(redis)
    broken.store = Breaking(redis, good, written=written)
    with pytest.raises(OutcomeUnknown):
        await table_changes.rematch(broken, request(game), USERS[0])

    again = await table_changes.rematch(here, request(game), asking)

    table = await assert_rematch(here, game, again)
    assert bots_at(table) == ["random"] or asking != table.host
