"""Two processes play the same games on one store, in any order: no answer of either is ever stale.

Every answer – a view, what was written, a refusal – is compared with what the kernel says of a fold of the stream at
that moment. One process keeps a single table hot, so that it forgets; both take snapshots often.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from redis.asyncio import Redis

from domain.kernel import chain, draft, lobby
from domain.kernel.errors import ActaError, BatchRefused, KeyReused, StaleVersion
from domain.kernel.game import Command, Step
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.match import SYSTEM, Batch
from domain.kernel.undo import take_back
from services.store import keys
from services.store.events import CommandKey, EventStore
from services.tables import choices, table_changes
from services.tables.hot_tables import Request, Written
from tests.kit.logged_match import state_bytes
from tests.kit.processes import Server
from tests.kit.taberna import commands as cmd
from tests.services.store.servers import AnyRedis
from tests.services.tables.several_processes import (
    USERS,
    Process,
    Truth,
    events_in,
    events_of,
    opened,
    request,
    truth,
    values,
)

T = TypeVar("T")
PLAYERS = 3
POOL: list[Command] = [
    *(cmd.RunErrand(what=what) for what in ("sell", "gift", "feast", "draw")),
    *(cmd.LayCard(card=card) for card in (1, 8, 15)),
    cmd.AnswerGift(take="coin"),
    cmd.AnswerGift(take="point"),
    cmd.Donate(coins=1),
    cmd.TakeCardBack(),
    cmd.Tip(),
    cmd.EndTurn(),
]
DRAFTS = st.lists(st.sampled_from(POOL), min_size=1, max_size=4)
WHICH = st.integers(0, 1)
SEATS = st.integers(0, PLAYERS - 1)
PICKS = st.integers(0, 1000)

Ask = Callable[[Process, Request], Awaitable[Written]]
Oracle = Callable[[Truth], Batch]


class TwoProcesses(RuleBasedStateMachine):
    """Two games, and what both processes do with them."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.client = self.run(_connect(url))
        self.processes = [Process(self.client, every=8), Process(self.client, hot_bytes=1, every=12)]
        self.store = EventStore(self.client)
        secrets = [hashlib.sha256(name).digest() for name in (b"one", b"other")]
        self.games = [self.run(opened(self.processes[0], PLAYERS, secret)) for secret in secrets]
        self.written: list[tuple[Request, Ask, Written]] = []

    def teardown(self) -> None:
        for game in self.games:
            assert chain.verify(self.run(self.store.read(game))) == self.truth(game).head
        self.run(self.client.aclose())
        self.runner.close()

    def run(self, waiting: Awaitable[T]) -> T:
        return self.runner.run(_wait(waiting))

    def truth(self, game: GameId) -> Truth:
        return self.run(truth(self.store, game))

    def compare(self, which: int, game: GameId, ask: Ask, oracle: Oracle) -> None:
        """Ask a process; its answer must be the one that the kernel gives on the fold of the stream."""
        before = self.truth(game)
        version, own = before.version, request(game)
        expected = _kernels_answer(before, oracle)
        answer = self.run(_answer(ask(self.processes[which], own)))
        after = self.truth(game)
        if isinstance(answer, ActaError):
            assert ("refused", type(answer), str(answer)) == expected
            assert after.version == version
        else:
            first, last, repeated = answer.appended
            assert ("written", first, last, events_of(answer)) == expected
            assert not repeated
            assert _bytes(answer.table) == _bytes(after.match.table)
            self.written.append((own, ask, answer))

    @rule(which=WHICH, number=WHICH)
    def look(self, which: int, number: int) -> None:
        game = self.games[number]
        now = self.truth(game)
        loaded = self.run(self.processes[which].look(game))
        assert (loaded.version, loaded.head) == (now.version, now.head)
        assert state_bytes(loaded.match) == state_bytes(now.match)

    @rule(which=WHICH, number=WHICH, pick=PICKS)
    def play_on(self, which: int, number: int, pick: int) -> None:
        """Do what the system or a seat owes."""
        game = self.games[number]
        now = self.truth(game)
        waiting = now.match.to_act()
        if isinstance(waiting, Step):
            self._resolve(which, game, now.version)
        elif waiting:
            seat = waiting[pick % len(waiting)]
            options = now.legal(seat)
            self._confirm(which, game, seat, [options[pick % len(options)]])

    @rule(which=WHICH, number=WHICH, seat=SEATS, commands=DRAFTS, behind=st.integers(-1, 6) | st.none())
    def confirm_anything(self, which: int, number: int, seat: int, commands: list[Command], behind: int | None) -> None:
        """A draft of any commands, composed on any version (`None`: it does not say on which)."""
        game = self.games[number]
        expected = None if behind is None else Version(self.truth(game).version - behind)
        self._confirm(which, game, Seat(seat), commands, expected)

    @rule(which=WHICH, number=WHICH, late=WHICH)
    def resolve(self, which: int, number: int, late: int) -> None:
        game = self.games[number]
        self._resolve(which, game, Version(self.truth(game).version - late))

    @rule(which=WHICH, number=WHICH, seat=SEATS)
    def undo(self, which: int, number: int, seat: int) -> None:
        def oracle(now: Truth) -> Batch:
            batch = Batch(now.match, Seat(seat))
            batch.emit(take_back(now.log, Seat(seat)))
            return batch

        self.compare(which, self.games[number], lambda on, own: choices.undo(on, own, USERS[seat]), oracle)

    @rule(which=WHICH, number=WHICH, seat=st.integers(0, PLAYERS - 2), agree=st.booleans())
    def vote(self, which: int, number: int, seat: int, agree: bool) -> None:
        """Something that changes the table and not the game; the last seat never agrees."""

        def act(batch: Batch) -> None:
            lobby.vote(batch, USERS[seat], "abandon", agree=agree)

        def oracle(now: Truth) -> Batch:
            batch = Batch(now.match, USERS[seat])
            act(batch)
            return batch

        self.compare(which, self.games[number], lambda on, own: table_changes.change(on, own, USERS[seat], act), oracle)

    @precondition(lambda self: self.written)
    @rule(which=WHICH, pick=PICKS)
    def repeat(self, which: int, pick: int) -> None:
        """An old request comes again, at either process, whatever has happened since."""
        own, ask, first = self.written[pick % len(self.written)]
        again = self.run(ask(self.processes[which], own))
        assert again.appended == first.appended._replace(repeated=True)
        assert again.records == first.records
        assert _bytes(again.table) == _bytes(self.truth(own.game_id).match.table)

    @precondition(lambda self: self.written)
    @rule(which=WHICH, pick=PICKS)
    def reuse_a_key(self, which: int, pick: int) -> None:
        own, ask, _ = self.written[pick % len(self.written)]
        other = Request(own.game_id, own.command_id, CommandKey(own.key.key, "another"))
        with pytest.raises(KeyReused):
            self.run(ask(self.processes[which], other))

    @rule(number=WHICH)
    def delete_snapshots(self, number: int) -> None:
        self.run(self.client.delete(keys.snapshots(self.games[number])))

    def _confirm(
        self, which: int, game: GameId, seat: Seat, commands: list[Command], expected: Version | None = None
    ) -> None:
        def oracle(now: Truth) -> Batch:
            if expected is not None and now.is_stale(seat, expected):
                raise StaleVersion(expected, now.version)
            try:
                return draft.confirm(now.match, seat, commands)
            except BatchRefused as refusal:
                raise refusal.cause if len(commands) == 1 else refusal from None

        texts = values(*commands)
        self.compare(which, game, lambda on, own: choices.confirm(on, own, USERS[seat], texts, expected), oracle)

    def _resolve(self, which: int, game: GameId, version: Version) -> None:
        def oracle(now: Truth) -> Batch:
            step = now.match.to_act()
            if now.version != version or not isinstance(step, Step):
                raise StaleVersion(version, now.version)
            batch = Batch(now.match, SYSTEM)
            batch.resolve(step)
            batch.advance()
            return batch

        self.compare(which, game, lambda on, own: choices.resolve(on, own, version), oracle)


async def _connect(url: str) -> AnyRedis:
    return Redis.from_url(url)


async def _wait(waiting: Awaitable[T]) -> T:
    return await waiting


async def _answer(asked: Awaitable[Written]) -> Written | ActaError:
    try:
        return await asked
    except ActaError as refusal:
        return refusal


def _kernels_answer(now: Truth, oracle: Oracle) -> tuple[Any, ...]:
    try:
        events = events_in(oracle(now))
    except ActaError as refusal:
        return "refused", type(refusal), str(refusal)
    return "written", now.version + 1, now.version + len(events), events


def _bytes(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def test_no_answer_of_two_processes_is_stale(server: Server) -> None:
    machine: Any = partial(TwoProcesses, server.url)
    quick = settings(max_examples=12, stateful_step_count=60, phases=[Phase.generate])  # to shrink takes minutes
    run_state_machine_as_test(machine, settings=quick)
