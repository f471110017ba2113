"""Tables that a process does not know: a choice at a long game after a restart, and a round through very many tables.

Everything is processor time of the process that works: a shared machine blurs the clock on the wall.
"""

import asyncio
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
import msgspec

from domain.concordia import GAME as CONCORDIA
from domain.forum_trajanum import GAME as FORUM_TRAJANUM
from domain.kernel import lobby
from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import GameId, Version
from domain.registry import GAMES, Registry
from projections.match_follower import MatchFollower
from projections.runner import FeedEntry, Projector
from services.store import keys
from services.store.connections import connect
from services.store.events import CommandKey, EventStore
from services.store.feed import RedisFeed
from services.store.models import StoredModels
from services.store.snapshots import Snapshots
from services.tables import choices, table_changes
from services.tables.hot_tables import Request, Tables
from tests.bench.commands import CONNECTIONS, OURS, Serving, serving_process
from tests.bench.load import Script, press
from tests.bench.prepared import Person, Prepared, SeatedMatch, guests, tables
from tests.bench.report import say, show
from tests.kit.processes import running_server

EVENTS = 1000
LONG_TABLES = 12
HOT_CHOICES = 3
MANY = 10_000
FEW = 500
LAPS = 4
"""Through the few tables, for each through the many."""


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as redis:
        people = asyncio.run(_people(redis.url))
        rows = [_long(game, redis.url, people) for game in (FORUM_TRAJANUM, CONCORDIA)]
        head = ("CPU ms of the server a choice", "cold", "hot", "ratio", "failed")
        show(f"The first choice of a process at a game of {EVENTS} events (at most 2.5 wanted)", head, rows)
        asyncio.run(_cycles(redis.url, people))


async def _people(url: str) -> list[Person]:
    client: Any = connect(url)
    people = await guests(client, 2 * CONNECTIONS)
    await client.aclose()
    return people


# Long games ---------------------------------------------------------------------------------------------------------


def _long(game: AnyGame, url: str, people: Sequence[Person]) -> tuple[str | float, ...]:
    seats = max(game.meta.players)
    groups = [people[number % (len(people) - seats) :][:seats] for number in range(LONG_TABLES)]
    long = asyncio.run(_play_all(game, url, groups))
    with serving_process(OURS, url) as ours:
        _warm_up(ours, url, game, people)
        cold = _press(ours, [table.script(0, 1) for table in long])
        hot = _press(ours, [table.script(1, 1 + HOT_CHOICES) for table in long])
    return game.meta.slug, cold.cpu, hot.cpu, cold.cpu / hot.cpu, cold.failures + hot.failures


def _warm_up(ours: Serving, url: str, game: AnyGame, people: Sequence[Person]) -> None:
    """Everything but the tables: the people are known, and the code has run."""
    with httpx.Client(base_url=f"http://127.0.0.1:{ours.port}/api/v1", timeout=30) as http:
        for person in people:
            http.get("/me/inbox", headers={"Authorization": f"Bearer {person.token}"}).raise_for_status()

    async def opened() -> list[Prepared]:
        client: Any = connect(url)
        found = await tables(client, SeatedMatch(game, people[:2], 5), people[:2], 5, 5)
        await client.aclose()
        return found

    _press(ours, [table.script(0, 20) for table in asyncio.run(opened())])


async def _play_all(game: AnyGame, url: str, groups: Sequence[Sequence[Person]]) -> list[Prepared]:
    """Games as the server would have played them, with all that it leaves in the store."""
    client: Any = connect(url)
    known = Tables(EventStore(client), Snapshots(client), Registry(GAMES), lambda _loaded: None)
    played = [await played_in_store(known, game, people, number, EVENTS) for number, people in enumerate(groups)]
    for table in played:
        await packed_in_store(known.store, table.game_id)
    await client.aclose()
    return played


async def played_in_store(known: Tables, game: AnyGame, people: Sequence[Person], seed: int, events: int) -> Prepared:
    """A game in the store and the same one in memory, side by side."""
    match, rng = SeatedMatch(game, people, seed), random.Random(seed)
    game_id = await _begun(known, match, people)
    while len(match.records) < events or isinstance(match.match.to_act(), Step):
        if match.match.table.over:
            return await played_in_store(known, game, people, seed + 1000, events)
        await _go_on(known, game_id, match, people, rng)
    coming = list(match.choices(seed))
    if len(coming) <= HOT_CHOICES:
        return await played_in_store(known, game, people, seed + 1000, events)
    return Prepared(game_id, people, coming)


async def packed_in_store(store: EventStore, game_id: GameId) -> None:
    """Pack what was before the newest snapshot, as a worker does while a game is played."""
    await store.packer.pack(game_id, (await store.packer.packed(game_id)).snapshot - 1)


async def played_out_in_store(known: Tables, game: AnyGame, people: Sequence[Person], seed: int) -> GameId:
    """A whole game in the store."""
    match, rng = SeatedMatch(game, people, seed), random.Random(seed)
    game_id = await _begun(known, match, people)
    while not match.match.table.over:
        await _go_on(known, game_id, match, people, rng)
    return game_id


async def _begun(known: Tables, match: SeatedMatch, people: Sequence[Person]) -> GameId:
    game_id, terms = GameId(uuid4().hex[:20]), lobby.Terms(len(people), {})
    await known.create(_request(game_id), lobby.create(match.game, match.secret, people[0].id, terms))
    for person in people[1:]:
        await table_changes.change(known, _request(game_id), person.id, _joining(person))
    return game_id


async def _go_on(
    known: Tables, game_id: GameId, match: SeatedMatch, people: Sequence[Person], rng: random.Random
) -> None:
    """A step of the system, or a choice at random of a seat whose turn it is."""
    waiting = match.match.to_act()
    if isinstance(waiting, Step):
        await choices.resolve(known, _request(game_id), Version(len(match.records)))
        match.resolve()
    else:
        seat = rng.choice(waiting)
        command = rng.choice(match.match.legal(seat))
        await choices.confirm(known, _request(game_id), people[seat].id, [msgspec.to_builtins(command)])
        match.play(seat, command)


def _joining(person: Person) -> table_changes.TableChange:
    return lambda batch: lobby.join(batch, person.id, None)


def _request(game_id: GameId) -> Request:
    name = uuid4().hex
    return Request(game_id, name, CommandKey(name, ""))


# Very many games ----------------------------------------------------------------------------------------------------


class OneByOne(RedisFeed):
    """The feed as a projector that is never behind meets it: one entry at a time."""

    async def after(self, partition: int, checkpoint: str, limit: int) -> list[FeedEntry]:
        return await super().after(partition, checkpoint, min(limit, 1))


async def _cycles(url: str, people: Sequence[Person]) -> None:
    client: Any = connect(url)
    projector = Projector(
        OneByOne(client, client), MatchFollower(EventStore(client), Registry(GAMES)), StoredModels(client), _alarm
    )
    all_tables, some = [await _copies(client, people, count) for count in (MANY, FEW)]
    await _project(projector)
    with serving_process(OURS, url) as ours:
        _press(ours, _lap(all_tables, 0))
        await _project(projector)
        _press(ours, _lap(some, 0))
        await _project(projector)
        of_few = [[_press(ours, _lap(some, lap)).cpu, await _project(projector) / FEW] for lap in range(1, LAPS)]
        of_many = [_press(ours, _lap(all_tables, 1)).cpu, await _project(projector) / MANY]
        memory = ours.process.memory_info().rss / 2**20
    await client.aclose()
    small = [sum(column) / len(of_few) for column in zip(*of_few, strict=True)]
    names = ("a choice, of the API", "an append, of the projector")
    rows = [(name, few, many, many / few) for name, few, many in zip(names, small, of_many, strict=True)]
    head = ("CPU ms", f"{FEW} tables", f"{MANY:,} tables", "ratio")
    show("In turn through very many tables of Concordia (at most 1.5 wanted)", head, rows)
    say(f"the API process holds {memory:,.0f} MiB")


async def _copies(client: Any, people: Sequence[Person], count: int) -> list[list[Prepared]]:  # noqa: ANN401 - redis-py's clients share no type
    """Tables for each connection, which belongs to two people."""
    pairs = [people[2 * number : 2 * number + 2] for number in range(CONNECTIONS)]
    return [
        await tables(client, SeatedMatch(CONCORDIA, pair, number), pair, count // CONNECTIONS, number)
        for number, pair in enumerate(pairs)
    ]


def _lap(some: Sequence[Sequence[Prepared]], number: int) -> list[Script]:
    """One choice at each table."""
    return [[message for table in own for message in table.script(number, number + 1)] for own in some]


async def _project(projector: Projector) -> float:
    """Let the projector read what is new; give the processor milliseconds."""
    began = process_time()
    for partition in range(keys.PARTITIONS):
        await projector.catch_up(partition)
    return (process_time() - began) * 1000


def _alarm(game: GameId, error: Exception) -> None:
    raise AssertionError(f"{game} cannot be projected") from error


class Pressed(NamedTuple):
    """Processor milliseconds of the server a choice, and refusals."""

    cpu: float
    failures: int


def _press(served: Serving, scripts: Sequence[Script]) -> Pressed:
    before = served.cpu()
    failures = press(served.port, scripts, 0).failures
    return Pressed((served.cpu() - before) * 1000 / sum(map(len, scripts)), failures)


if __name__ == "__main__":
    run()
