"""Tables of real games that lie in the store with known secrets, so that their next choices are known in advance."""

import hashlib
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec

from domain.kernel import lobby
from domain.kernel.envelope import GENESIS, Record
from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import Batch
from services.store.accounts import Accounts, Passwords
from services.store.events import Append, CommandKey, EventStore
from tests.bench.load import Script, request
from tests.kit.logged_match import LoggedMatch, under_id


class Person(NamedTuple):
    """An account of the server that is measured."""

    id: UserId
    token: str


class Choice(NamedTuple):
    """What a seat sends, and the version that the game has then."""

    seat: Seat
    body: bytes
    version: Version


class SeatedMatch(LoggedMatch):
    """A match of people who have accounts."""

    def __init__(self, game: AnyGame, people: Sequence[Person], seed: int) -> None:
        self.start_log(game, hashlib.sha256(f"bench {seed}".encode()).digest())
        self.open(lobby.create(game, self.secret, people[0].id, lobby.Terms(len(people), {})))
        for person in people[1:]:
            batch = Batch(self.match, person.id)
            lobby.join(batch, person.id, None)
            self.keep(batch)

    def choices(self, seed: int) -> Iterator[Choice]:
        """Choices at random, as far as the game goes without a worker."""
        rng = random.Random(seed)
        while not self.match.table.over:
            waiting = self.match.to_act()
            if isinstance(waiting, Step):
                return
            seat = rng.choice(waiting)
            command = rng.choice(self.match.legal(seat))
            body = b'{"command":%b}' % msgspec.json.encode(command)
            self.play(seat, command)
            yield Choice(seat, body, Version(len(self.records)))

    def play_up_to(self, events: int, seed: int) -> None:
        """Play at random, the system's steps as well, until the log has so many events."""
        for _ in self.steps(seed):
            if len(self.records) >= events:
                return


class Prepared(NamedTuple):
    """A table in the store, and what its players will choose."""

    game_id: GameId
    people: Sequence[Person]
    choices: Sequence[Choice]

    def look(self) -> bytes:
        """The request of somebody who wants to know what may be chosen."""
        return request("GET", f"/api/v1/games/{self.game_id}/options", b"", self.people[0].token)

    def script(self, first: int, last: int) -> Script:
        """The requests of some of the choices."""
        path = f"/api/v1/games/{self.game_id}/commands"
        return [request("POST", path, one.body, self.people[one.seat].token) for one in self.choices[first:last]]


async def guests(client: Any, count: int) -> list[Person]:  # noqa: ANN401 - redis-py's clients share no type
    """Accounts that have no password, and so cost nothing."""
    accounts = Accounts(client, Passwords())
    found = [await accounts.welcome_guest() for _ in range(count)]
    return [Person(one.account.user_id, one.token) for one in found]


async def store(client: Any, secret: bytes, records: Sequence[Record]) -> GameId:  # noqa: ANN401 - redis-py's clients share no type
    """Append a log at once, under an id of its own."""
    game_id = GameId(uuid4().hex[:20])
    lines = under_id(game_id, records)
    batch = Append(game_id, Version(0), GENESIS, lines[-1].hash(), lines, CommandKey(uuid4().hex, ""), secret=secret)
    await EventStore(client).append(batch)
    return game_id


async def tables(client: Any, match: SeatedMatch, people: Sequence[Person], copies: int, seed: int) -> list[Prepared]:  # noqa: ANN401 - redis-py's clients share no type
    """Copies of a match as it stands, whose choices are then played out here and will be the same at each of them."""
    opening = list(match.records)
    ids = [await store(client, match.secret, opening) for _ in range(copies)]
    choices = list(match.choices(seed))
    return [Prepared(game_id, people, choices) for game_id in ids]
