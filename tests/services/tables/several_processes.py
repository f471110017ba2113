"""Tables as several processes keep them on one store, and the truth to compare them with: the fold of the stream."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec

from domain.kernel import lobby
from domain.kernel.envelope import Codec
from domain.kernel.game import AnyGame, Command, Event
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.log import LoggedEvent, read
from domain.kernel.match import SYSTEM, Batch, Match
from domain.kernel.replay import fold
from domain.registry import Registry
from services.store.events import CommandKey, EventStore
from services.store.snapshots import Snapshots
from services.tables import choices, table_changes
from services.tables.folding import MatchAt
from services.tables.hot_tables import Request, Tables, Written
from services.tables.table_changes import TableChange
from tests.kit.taberna import GAME
from tests.kit.taberna import commands as cmd
from tests.services.store.logs import SECRET, new_game
from tests.services.store.servers import AnyRedis

USERS = [UserId(f"user-{seat}") for seat in range(4)]
CODEC = Codec(GAME)
SELL, GIFT, FEAST = (cmd.RunErrand(what=what) for what in ("sell", "gift", "feast"))


class Process(Tables):
    """The tables of one process. What it said is owed is kept in `owed_calls`."""

    def __init__(
        self, client: AnyRedis, *, hot_bytes: int = 2**20, every: int = 256, games: Sequence[AnyGame] = (GAME,)
    ) -> None:
        self.owed_calls: list[tuple[GameId, Version]] = []
        snapshots = Snapshots(client, every=every, kept=2 * every)
        super().__init__(EventStore(client), snapshots, Registry(games), self._note, hot_bytes=hot_bytes)

    def _note(self, loaded: MatchAt) -> None:
        self.owed_calls.append((loaded.game_id, loaded.version))

    async def look(self, game: GameId) -> MatchAt:
        """The table as this process shows it now."""
        async with self.lock(game):
            return await self.current(game)


def request(game: GameId, key: str | None = None, body: str = "body") -> Request:
    """A request with a key of its own, unless one is given."""
    return Request(game, uuid4().hex, CommandKey(key or uuid4().hex, body))


def values(*commands: Command) -> list[dict[str, Any]]:
    """Commands as they come over the wire."""
    return [msgspec.to_builtins(command) for command in commands]


def join(user: UserId) -> TableChange:
    return lambda batch: lobby.join(batch, user, f"nonce of {user}")


async def opened(tables: Tables, players: int = 3, secret: bytes = SECRET, *, bots: int = 0) -> GameId:
    """A game that has begun, with the users of the first seats and bots behind them; the same for the same secret."""
    game = new_game()
    await tables.create(request(game), lobby.create(GAME, secret, USERS[0], lobby.Terms(players, {})))
    for user in USERS[1 : players - bots]:
        await table_changes.change(tables, request(game), user, join(user))
    for _ in range(bots):
        await table_changes.change(
            tables, request(game), USERS[0], lambda batch: lobby.add_bot(batch, USERS[0], "random")
        )
    return game


class Truth(NamedTuple):
    """A game as its stream alone tells it."""

    log: list[LoggedEvent]
    match: Match
    head: str

    @property
    def version(self) -> Version:
        return Version(len(self.log))

    def legal(self, seat: int) -> list[Command]:
        return self.match.legal(Seat(seat))

    def is_stale(self, seat: Seat, version: Version) -> bool:
        """Whether a seat can do something else now than at a version, or sees something else of its own doing.

        What others did meanwhile counts only by what it left the seat to choose; what the seat itself or the system
        did counts by all that the seat sees.
        """
        if not 1 <= version <= self.version:
            return True
        then = fold(GAME, self.match.secret, self.log[:version])
        if self._choices(then, seat) != self._choices(self.match, seat):
            return True
        own = any(line.record.envelope().actor in {seat, SYSTEM} for line in self.log[version:])
        return own and self._view(then, seat) != self._view(self.match, seat)

    def _choices(self, match: Match, seat: Seat) -> list[tuple[Command, str]]:
        legal = match.legal(seat)
        return [(command, GAME.label(GAME.view(match.state, seat), command)) for command in legal]

    def _view(self, match: Match, seat: Seat) -> Any:  # noqa: ANN401 - the view of the toy game
        return match.state and GAME.view(match.state, seat)


async def truth(store: EventStore, game: GameId) -> Truth:
    """Read and fold the whole stream."""
    records = await store.read(game)
    log = read(CODEC, records)
    return Truth(log, fold(GAME, await store.secret(game), log), records[-1].hash())


async def confirms(process: Tables, game: GameId, seat: int, *commands: Command, at: int | None = None) -> Written:
    expected = None if at is None else Version(at)
    return await choices.confirm(process, request(game), USERS[seat], values(*commands), expected)


async def lays(process: Tables, game: GameId, seat: int, place: int = 0) -> Written:
    hand = (await truth(process.store, game)).match.state.hands[seat]
    return await confirms(process, game, seat, cmd.LayCard(card=hand[place]))


async def at_errands(process: Tables, players: int = 2) -> tuple[GameId, Seat]:
    """A game whose cards are revealed, and the seat whose turn it is."""
    game = await opened(process, players)
    for seat in range(players):
        await lays(process, game, seat)
    turn = (await truth(process.store, game)).match.state.public.turn
    return game, turn


def events_of(written: Written) -> list[Event]:
    return [CODEC.event(record) for record in written.records]


def events_in(batch: Batch) -> list[Event]:
    return [entry.event for entry in batch.entries]
