"""Worlds that a seat cannot tell apart: a game is played again with what the seat cannot know exchanged.

Cards change places in shuffles, and others choose differently in secret. A change is kept only if the log, the view and
the options of the seat are the same as before; so what still differs is what the seat must never learn, by any route.
"""

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from domain.kernel import lobby
from domain.kernel.envelope import marks
from domain.kernel.errors import ActaError
from domain.kernel.game import AnyGame, Command, Step
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.match import Batch, Match
from domain.kernel.rng import KeyedRng
from domain.kernel.visibility import may_open
from tests.kit.comparable_lines import comparable_line
from tests.kit.logged_match import Chooser, LoggedMatch

T = TypeVar("T")
Draw = tuple[str, int]
"""A shuffle: its purpose, and how often that was drawn before."""
Pair = tuple[int, int]


class Table(NamedTuple):
    """A table to play at: its people and the seed of its chance. Neither id nor people change what happens."""

    game: AnyGame
    id: GameId
    people: Sequence[UserId]
    seed: int
    options: Mapping[str, Any] = {}


class Move(NamedTuple):
    """A choice of a seat, and what it could have chosen."""

    seat: Seat
    command: Command
    options: Sequence[Command]


class World(NamedTuple):
    """How a world differs from the one that was played: what changes places in shuffles, and what others choose."""

    swaps: Mapping[Draw, tuple[Pair, ...]] = {}
    choices: Mapping[int, Command] = {}

    def swapping(self, draw: Draw, pair: Pair) -> "World":
        return self._replace(swaps={**self.swaps, draw: (*self.swaps.get(draw, ()), pair)})

    def choosing(self, number: int, command: Command) -> "World":
        return self._replace(choices={**self.choices, number: command})


class _Rng(KeyedRng):
    """The game's chance, after which some things change places."""

    def __init__(self, match: "_Match", key: bytes, witness: Callable[[str, int], None]) -> None:
        super().__init__(key, match.table.draws, witness)
        self._match = match

    def shuffled(self, purpose: str, items: Sequence[T]) -> list[T]:
        draw = (purpose, self._counts.get(purpose, 0))
        result = super().shuffled(purpose, items)
        self._match.shuffles[draw] = len(result)
        for one, other in self._match.world.swaps.get(draw, ()):
            result[one], result[other] = result[other], result[one]
        return result


class _Match(Match):
    """A match in some world; it notes every shuffle, and how many things were shuffled."""

    def __init__(self, game: AnyGame, secret: bytes, world: World) -> None:
        super().__init__(game, secret)
        self.world = world
        self.shuffles: dict[Draw, int] = {}

    def rng(self, witness: Callable[[str, int], None]) -> KeyedRng:
        super().rng(witness)
        return _Rng(self, self._key, witness)


class WorldMatch(LoggedMatch):
    """A logged match as it is played in some world."""

    match: _Match

    def __init__(self, table: Table, world: World) -> None:
        self.start_log(table.game, hashlib.sha256(f"telling {table.seed}".encode()).digest())
        self.id = table.id
        self.moves: list[Move | None] = []
        host, *others = table.people
        batch = lobby.create(table.game, self.secret, host, lobby.Terms(len(table.people), table.options))
        self.match = _Match(table.game, self.secret, world)
        self.match.table = batch.match.table
        self.keep(batch)
        for number, user in enumerate(others, 1):
            batch = Batch(self.match, user)
            lobby.join(batch, user, f"nonce-{number}")
            self.keep(batch)

    def go_on(self, seat: Seat | None, command: Command | None) -> None:
        """A seat's choice (or another one, in this world), or what the system owes."""
        if seat is None or command is None:
            self.moves.append(None)
            self.resolve()
        else:
            chosen = self.match.world.choices.get(len(self.moves), command)
            self.moves.append(Move(seat, chosen, self.match.legal(seat)))
            self.play(seat, chosen)

    def known_to(self, seat: Seat | None) -> list[object]:
        """Everything that the rules let a seat know, as far as it can be compared."""
        view = self.game.view(self.match.state, seat)
        return [
            [comparable_line(seat, record) for record in self.records],
            msgspec.json.encode([view, self.match.table], order="deterministic"),
            self.match.legal(seat),
            self.match.to_act(),
        ]


def first_moves(table: Table, length: int, choose: Chooser | None = None) -> WorldMatch:
    """The first moves of a game, chosen at random or by `choose`."""
    played, rng = WorldMatch(table, World()), random.Random(table.seed)
    while len(played.moves) < length:
        waiting = played.match.to_act()
        if isinstance(waiting, Step):
            played.go_on(None, None)
        else:
            seat = rng.choice(waiting)
            options = played.match.legal(seat)
            played.go_on(seat, choose(played.match, seat, options) if choose else rng.choice(options))
    return played


def twin(table: Table, played: WorldMatch, seat: Seat, tries: int) -> WorldMatch:
    """The same game in another world that the seat cannot tell from it: of some changes, those that go unnoticed."""
    rng = random.Random(table.seed)
    search = _Search(table, played, seat)
    for draw, size in played.match.shuffles.items():
        search.tries_left = tries
        search.swap(draw, [(rng.randrange(size), rng.randrange(size)) for _ in range(tries)])
    for number, move in list(enumerate(played.moves))[-tries:]:
        if move is not None and move.command.SECRET and move.seat != seat:
            for command in rng.sample(move.options, min(3, len(move.options))):
                search.attempt(search.found.match.world.choosing(number, command))
    return search.found


class _Search:
    """Looks for a world that is further and further from the true one."""

    def __init__(self, table: Table, played: WorldMatch, seat: Seat) -> None:
        self.found = played
        self.tries_left = 0
        """Swaps to be tried yet: many shuffles lie open on the table, and nothing in them can change unnoticed."""
        self._table = table
        self._true = played
        self._seat = seat
        self._known = played.known_to(seat)
        self._lines = [comparable_line(seat, record) for record in played.records]

    def swap(self, draw: Draw, pairs: Sequence[Pair]) -> None:
        """Swap all of these, or as many as go unnoticed."""
        self.tries_left -= 1
        world = self.found.match.world
        for pair in pairs:
            world = world.swapping(draw, pair)
        if not self.attempt(world) and len(pairs) > 1 and self.tries_left > 0:
            half = len(pairs) // 2
            self.swap(draw, pairs[:half])
            self.swap(draw, pairs[half:])

    def attempt(self, world: World) -> bool:
        """Keep a world if the seat cannot tell it from the true one."""
        other = self._replayed(world)
        unnoticed = other is not None and other.known_to(self._seat) == self._known
        if other is not None and unnoticed:
            self.found = other
        return unnoticed

    def _replayed(self, world: World) -> WorldMatch | None:
        """The same moves again, given up as soon as a line of the log looks different."""
        again = WorldMatch(self._table, world)
        seen = 0
        try:
            for move in self._true.moves:
                for number in range(seen, len(again.records)):
                    if comparable_line(self._seat, again.records[number]) != self._lines[number]:
                        return None
                seen = len(again.records)
                again.go_on(*((None, None) if move is None else move[:2]))
        except ActaError:  # a seat no longer holds what it played
            return None
        return again


def hidden_differences(one: WorldMatch, other: WorldMatch, seat: Seat) -> set[tuple[str, str]]:
    """The sealed places (type of event, field) at which two matches differ and that the seat may not open."""
    found = set()
    for mine, theirs in zip(one.records, other.records, strict=True):
        envelope = mine.envelope()
        for key, mark in marks(envelope).items():
            if not may_open(mark, seat) and mine.openings[key].value != theirs.openings[key].value:
                found.add((envelope.type, key))
    return found
