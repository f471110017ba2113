"""A match played in memory, with the log that a server would have stored."""

import hashlib
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel import draft, lobby
from domain.kernel.envelope import GENESIS, Codec, Record, Stamp, write
from domain.kernel.game import AnyGame, Command, Step
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.log import read
from domain.kernel.match import SYSTEM, Batch, Match
from domain.kernel.replay import fold
from domain.kernel.undo import take_back

AT = "2026-01-01T00:00:00Z"
Chooser = Callable[[Match, Seat, list[Command]], Command]


class LoggedMatch:
    """Plays through the kernel exactly as the server does: batches, forced choices, records, undo."""

    id = GameId("g")

    def __init__(self, game: AnyGame, players: int, seed: int, options: Mapping[str, Any] | None = None) -> None:
        self.start_log(game, hashlib.sha256(f"sitting {seed}".encode()).digest())
        self.open(lobby.create(game, self.secret, UserId("user-0"), lobby.Terms(players, options or {})))
        for number in range(1, players):
            batch = Batch(self.match, UserId(f"user-{number}"))
            lobby.join(batch, UserId(f"user-{number}"), f"nonce-{number}")
            self.keep(batch)

    def start_log(self, game: AnyGame, secret: bytes) -> None:
        """Begin with an empty log."""
        self.game = game
        self.codec = Codec(game)
        self.secret = secret
        self.records: list[Record] = []
        self.head = GENESIS
        self.most_options = 0

    def open(self, batch: Batch) -> None:
        """Go on with the match that a first batch opened."""
        self.match = batch.match
        self.keep(batch)

    def keep(self, batch: Batch) -> list[Record]:
        """Append a batch to the log."""
        version = Version(len(self.records))
        stamp = Stamp(self.id, AT, f"c{version}", self.secret)
        records, self.head = write(stamp, version, self.head, batch.entries)
        self.records += records
        return records

    def play(self, seat: Seat, *commands: Command) -> list[Record]:
        """Confirm a draft."""
        return self.keep(draft.confirm(self.match, seat, commands))

    def resolve(self) -> list[Record]:
        """Do what the system owes."""
        step = self.match.to_act()
        assert isinstance(step, Step)
        batch = Batch(self.match, SYSTEM)
        batch.resolve(step)
        batch.advance()
        return self.keep(batch)

    def undo(self, seat: Seat, to_version: Version | None = None) -> None:
        """Take back and refold."""
        batch = Batch(self.match, seat)
        batch.emit(take_back(read(self.codec, self.records), seat, to_version))
        self.keep(batch)
        self.match = self.refold()

    def refold(self) -> Match:
        """The match as the log alone gives it."""
        return fold(self.game, self.secret, read(self.codec, self.records))

    def steps(self, seed: int, choose: Chooser | None = None) -> Iterator["LoggedMatch"]:
        """Play to the end, choosing at random (or by `choose`); stops after each batch to be looked at."""
        rng = random.Random(seed)
        while not self.match.table.over:
            waiting = self.match.to_act()
            if isinstance(waiting, Step):
                self.resolve()
            else:
                seat = rng.choice(waiting)
                options = self.match.legal(seat)
                self.most_options = max(self.most_options, len(options))
                self.play(seat, choose(self.match, seat, options) if choose else rng.choice(options))
            yield self


def played(
    game: AnyGame,
    players: int,
    seed: int,
    options: Mapping[str, Any] | None = None,
    choose: Chooser | None = None,
) -> LoggedMatch:
    """A whole random game (or one played by `choose`)."""
    logged = LoggedMatch(game, players, seed, options)
    for _ in logged.steps(seed, choose):
        pass
    return logged


def position(
    game: AnyGame, players: int, seed: int, plies: int, options: Mapping[str, Any] | None = None
) -> LoggedMatch:
    """A random game after some batches (or at its end, if it was shorter)."""
    logged = LoggedMatch(game, players, seed, options)
    for ply, _ in enumerate(logged.steps(seed), 1):
        if ply >= plies:
            break
    return logged


def state_bytes(match: Match) -> bytes:
    """Table and state as comparable bytes."""
    return msgspec.json.encode([match.table, match.state], order="deterministic")


def under_id(game_id: GameId, records: Iterable[Record], head: str = GENESIS) -> list[Record]:
    """The same log as that of another game: every line names it, and the chain is made anew."""
    renamed = []
    for record in records:
        envelope = msgspec.structs.replace(record.envelope(), game=game_id, prev=head)
        line = Record(msgspec.json.encode(envelope, order="deterministic"), record.openings)
        head = line.hash()
        renamed.append(line)
    return renamed
