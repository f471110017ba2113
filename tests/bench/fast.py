"""Each special case of `services/fast/README.md`: what its kind of work costs without it.

Both ways are measured in one process, a moment apart, in processor time: two processes of the same program differ by
up to a tenth, and a shared machine blurs the clock on the wall.
"""

import asyncio
import signal
import statistics
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from domain.kernel.ids import GameId
from services.store.connections import connect
from tests.bench.commands import Serving, serving_process
from tests.bench.delivering import Game, Move, play_ours
from tests.bench.load import all_pressed, request
from tests.bench.prepared import Person, SeatedMatch, guests, store
from tests.bench.report import show
from tests.bench.streaming import Listener
from tests.bench.without import CHOSEN
from tests.kit.processes import running_server
from tests.kit.taberna import GAME as TABERNA

SERVER = ("tests.bench.without", "api")
CHOICES, ARRIVING, OPENED, AUDIENCE = (
    "choices",
    "moves that arrive",
    "streams that are opened",
    "choices before an audience",
)
CASES = {
    "shared_connection": CHOICES,
    "plain_json": CHOICES,
    "garbage": CHOICES,
    "log_lines": CHOICES,
    "subscription": ARRIVING,
    "event_stream": OPENED,
    "direct_write": AUDIENCE,
    "shared_reads": AUDIENCE,
}
"""The special cases, each with the work that it makes quicker."""
ROUNDS = 16
TABLES = 16
MOVES = 10
"""At each table in a round: a card is laid and taken back."""
STREAMS = 200
HEARD = 4
"""Choices of which a large audience hears in a round."""
OPENED_AT_ONCE = 10
SETTLED_AFTER = 0.05
UNHEARD_AFTER = 2.2
"""Seconds without a stream after which the process subscribes anew for the next one."""
PATIENCE = 60

Work = Callable[[], Awaitable[int]]
"""Does some work; gives how often."""


class Table:
    """A table whose host lays a card and takes it back for ever."""

    def __init__(self, game_id: GameId, people: Sequence[Person], match: SeatedMatch) -> None:
        path = f"/api/v1/games/{game_id}"
        card = match.match.state.hands[0][0]
        bodies = b'{"command":{"type":"LayCard","card":%d}}' % card, b'{"command":{"type":"TakeCardBack"}}'
        self._requests = [request("POST", f"{path}/commands", body, people[0].token) for body in bodies]
        self.streams = [request("GET", f"{path}/stream", b"", person.token) for person in people]
        self.stream = request("GET", f"{path}/stream", b"")
        self._version = len(match.records)

    def moves(self, count: int) -> list[Move]:
        """The next moves, an even number."""
        before, self._version = self._version, self._version + count
        return [Move(self._requests[number % 2], before + number + 1) for number in range(count)]


def run(cases: Collection[str] = CASES) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as redis:
        chosen = Path(folder) / "chosen"
        chosen.write_text("")
        with serving_process(SERVER, redis.url, **{CHOSEN: str(chosen)}) as served:
            rows = asyncio.run(measure(Bench(redis.url, served, chosen), cases))
    head = ("special case: work", "CPU ms each", "without the case", "times")
    show("Work of one API process with and without its special cases (at least 1.02 times wanted)", head, rows)


class Bench(NamedTuple):
    """The server that is measured."""

    url: str
    served: Serving
    chosen: Path

    async def tables(self) -> list[Table]:
        """Tables of two, each with people of its own."""
        client: Any = connect(self.url)
        made = []
        for number in range(TABLES):
            pair = await guests(client, 2)
            match = SeatedMatch(TABERNA, pair, number)
            made.append(Table(await store(client, match.secret, match.records), pair, match))
        await client.aclose()
        return made

    def choices(self, tables: Sequence[Table]) -> Work:
        """Choices that nobody watches."""

        async def work() -> int:
            scripts = [[move.request for move in table.moves(MOVES)] for table in tables]
            figures = await all_pressed([self.served.port], scripts, 0)
            assert not figures[-1], "a choice is refused"
            return MOVES * len(tables)

        return work

    def arriving(self, tables: Sequence[Table]) -> Work:
        """Choices that both players see."""

        async def work() -> int:
            games = [Game(table.streams, table.moves(MOVES)) for table in tables]
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(play_ours(self.served.port, game) for game in games))
            return MOVES * len(tables)

        return work

    def opened(self, table: Table) -> Work:
        """Streams that are opened and left."""

        async def opened() -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.served.port)
            writer.write(table.stream)
            await reader.readuntil(b"retry: ")
            writer.close()
            await writer.wait_closed()

        async def work() -> int:
            for _ in range(STREAMS // OPENED_AT_ONCE):
                await asyncio.gather(*(opened() for _ in range(OPENED_AT_ONCE)))
            return STREAMS // OPENED_AT_ONCE * OPENED_AT_ONCE

        return work

    @asynccontextmanager
    async def heard(self, table: Table) -> AsyncIterator[Work]:
        """Choices that many hear of, whose streams stay open."""
        loop = asyncio.get_running_loop()
        streams = [await loop.create_connection(Listener, "127.0.0.1", self.served.port) for _ in range(STREAMS)]
        for transport, _ in streams:
            transport.write(table.stream)

        async def work() -> int:
            for move in table.moves(HEARD):
                arrived = [listener.expect(move.version) for _, listener in streams]
                assert not (await all_pressed([self.served.port], [[move.request]], 0))[-1], "a choice is refused"
                async with asyncio.timeout(PATIENCE):
                    await asyncio.gather(*arrived)
            return HEARD

        yield work
        for transport, _ in streams:
            transport.close()

    async def cost(self, without: str, work: Work, pause: float) -> float:
        """Processor milliseconds a piece of work, by a server that does without a case."""
        self.chosen.write_text(without)
        self.served.process.send_signal(signal.SIGUSR1)
        await asyncio.sleep(pause)
        before = self.served.cpu()
        done = await work()
        return (self.served.cpu() - before) * 1000 / done

    async def row(self, case: str, work: Work) -> tuple[str | float, ...]:
        """What the work costs with a special case and without it, in turns."""
        pause = UNHEARD_AFTER if case == "subscription" else SETTLED_AFTER
        await self.cost("", work, pause)
        rounds = [(await self.cost("", work, pause), await self.cost(case, work, pause)) for _ in range(ROUNDS)]
        ratio = statistics.median(without / with_it for with_it, without in rounds)
        return f"{case}: {CASES[case]}", *map(statistics.median, zip(*rounds, strict=True)), ratio


async def measure(bench: Bench, cases: Collection[str]) -> list[tuple[str | float, ...]]:
    """A row for each of some cases."""
    tables = await bench.tables()
    works = {
        CHOICES: bench.choices(tables),
        ARRIVING: bench.arriving(tables),
        OPENED: bench.opened(tables[0]),
    }
    rows = [await bench.row(case, works[CASES[case]]) for case in cases if CASES[case] != AUDIENCE]
    async with bench.heard(tables[0]) as work:
        return rows + [await bench.row(case, work) for case in cases if CASES[case] == AUDIENCE]


if __name__ == "__main__":
    run()
