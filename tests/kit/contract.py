"""What every game must keep: subclass `GameContract`, name the game, and pytest collects the whole suite."""

import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel import chain
from domain.kernel.envelope import Codec, Record, Stamp, write
from domain.kernel.errors import IllegalMove, UndoBarred, WouldReveal
from domain.kernel.game import AnyGame, Command, PointsScored, State, Step
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.log import read
from domain.kernel.match import Batch, Match
from domain.kernel.replay import fold
from domain.kernel.rng import KeyedRng
from domain.kernel.rounds import round_heads
from domain.kernel.visibility import owner
from services.story import timeline
from services.story.ledger import ledger
from tests.kit.comparable_lines import comparable_line
from tests.kit.fuzz import NearMisses
from tests.kit.logged_match import AT, LoggedMatch, position, state_bytes
from tests.kit.templates import fields_of, with_inner

SEEDS = st.integers(0, 2**32)
_ONE_GAME = """
import sys
from domain.registry import Registry
from tests.kit.logged_match import played, state_bytes
import hashlib, json
reference, players, options = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])
module, attribute = reference.split(":")
logged = played(getattr(__import__(module, fromlist=[attribute]), attribute), players, 7, options)
print(logged.head, hashlib.sha256(state_bytes(logged.match)).hexdigest())
"""


class GameContract:
    """The suite. `tables` lists (players, options) that between them show every option."""

    game: ClassVar[AnyGame]
    reference: ClassVar[str]
    """`module:ATTRIBUTE` of the game, for child processes."""
    tables: ClassVar[tuple[tuple[int, Mapping[str, Any]], ...]]
    most_options: ClassVar[int] = 250
    plies: ClassVar[int] = 400
    """An upper bound for the number of batches that positions are drawn from."""

    def check(self, state: Any) -> None:  # noqa: ANN401 - the game's own state
        """Assert the game's invariants; called after every batch of random games."""

    # The game's shape

    def test_the_printed_data_is_known_by_its_hash(self) -> None:
        assert self.game.meta.data_hash == sha256(self.game.printed).hexdigest()
        assert tomllib.loads(self.game.printed.decode())

    def test_every_event_is_folded(self) -> None:
        assert set(self.game.fold.table) == set(self.game.events)

    def test_everything_has_words(self) -> None:
        keys = self.game.words.languages["en"].keys()
        wanted = [f"command.{kind.__name__}" for kind in self.game.commands]
        wanted += [f"group.{kind.__name__}" for kind in self.game.commands]
        wanted += [f"event.{kind.__name__}" for kind in self.game.events]
        wanted += [f"name.{source}" for source in self.game.sources]
        assert [key for key in wanted if key not in keys] == []

    def test_the_words_of_events_name_nothing_that_is_sealed(self) -> None:
        """A line of the timeline is the same for every reader."""
        languages = self.game.words.languages
        for words in ({**languages["en"], **own} for own in languages.values()):
            for kind in self.game.events:
                told = (words.get(f"{section}.{kind.__name__}", "") for section in ("event", "brief", "gathered"))
                template = with_inner(words, "".join(told))
                assert set(kind.SEALED).isdisjoint(fields_of(template)), kind

    def test_what_gathers_others_has_words_for_it(self) -> None:
        keys = self.game.words.languages["en"].keys()
        kinds = {kind.__name__: kind for kind in self.game.events}
        gathering = [name for name, kind in kinds.items() if kind.GATHERS]
        assert {f"gathered.{name}" for name in gathering} == {key for key in keys if key.startswith("gathered.")}
        assert [name for name in gathering if not kinds.keys() >= {*kinds[name].GATHERS}] == []
        assert [key for key in keys if key.startswith("brief.") and key.removeprefix("brief.") not in kinds] == []

    def test_opened_words_tell_what_a_seat_alone_may_see(self) -> None:
        words = self.game.words.languages["en"]
        kinds = {f"opened.{kind.__name__}": kind for kind in self.game.events if set(kind.SEALED.values()) == {owner}}
        for key in (key for key in words if key.startswith("opened.")):
            fields = fields_of(with_inner(words, words[key]))
            assert fields <= set(kinds[key].__struct_fields__), key
            assert not fields.isdisjoint(kinds[key].SEALED), key

    def test_secret_fields_exist(self) -> None:
        for kind in self.game.events:
            assert set(kind.SEALED) <= set(kind.__struct_fields__), kind

    def test_no_round_is_closed_by_what_could_be_undone(self) -> None:
        closing = [kind for kind in self.game.events if kind.CLOSES_ROUND]
        assert [kind for kind in closing if not (kind.PASSES or kind.REVEALS)] == []

    # Whole games

    @pytest.mark.parametrize("table", range(8))
    @settings(max_examples=3)
    @given(seed=SEEDS)
    def test_random_play_ends_and_keeps_the_invariants(self, table: int, seed: int) -> None:
        players, options = self.tables[table % len(self.tables)]
        logged = LoggedMatch(self.game, players, seed, options)
        for _ in logged.steps(seed):
            self.check(logged.match.state)
            self._forces_nothing_secret(logged.match)
        assert logged.match.table.phase == "finished"
        assert logged.most_options <= self.most_options
        self._ledger_adds_up(logged)
        assert state_bytes(logged.refold()) == state_bytes(logged.match)
        assert chain.verify(logged.records) == logged.head

    def _forces_nothing_secret(self, match: Match) -> None:
        waiting = match.to_act()
        if match.state is None or self.game.forces(match.state) or isinstance(waiting, Step):
            return
        options = [command for seat in waiting for command in match.choices(seat)]
        assert options, "nobody is asked, and nobody has a choice"
        assert all(command.SECRET for command in options), "it would not be seen that a choice is forced"

    def test_the_end_of_a_round_is_seen(self) -> None:
        players, options = self.tables[0]
        logged = LoggedMatch(self.game, players, 1, options)
        for _ in logged.steps(1):
            pass
        heads = round_heads(logged.codec, logged.records, logged.match.table.first_seat)
        assert len(heads) > 1, "no round was closed before the end of the game"

    def _ledger_adds_up(self, logged: LoggedMatch) -> None:
        scores = [0] * len(logged.match.table.chairs)
        keys = self.game.words.languages["en"]
        for happened in read(logged.codec, logged.records):
            event = happened.event
            if isinstance(event, PointsScored):
                assert event.points == sum(term.points for term in event.detail), event
                assert event.source in self.game.sources, event
                for term in event.detail:
                    assert f"term.{term.label}" in keys, term
                    assert self.game.words.term(term.label, term.args, event.source)
                scores[event.seat] += event.points
        assert scores == logged.match.scores()

    @pytest.mark.parametrize("table", range(2))
    def test_the_same_game_under_several_hash_seeds(self, table: int) -> None:
        players, options = self.tables[table % len(self.tables)]
        arguments = [
            sys.executable,
            "-c",
            _ONE_GAME,
            self.reference,
            str(players),
            msgspec.json.encode(options).decode(),
        ]
        outputs = {
            subprocess.run(
                arguments, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
            ).stdout
            for seed in ("0", "1")
        }
        assert len(outputs) == 1

    # Single positions

    @settings(max_examples=20)
    @given(seed=SEEDS)
    def test_a_state_survives_json(self, seed: int) -> None:
        """The log of a what-if game begins with one."""
        state = self._position(seed).match.state
        again = msgspec.json.decode(msgspec.json.encode(state), type=self.game.state_type)
        assert msgspec.msgpack.encode(again) == msgspec.msgpack.encode(state)

    def _position(self, seed: int) -> LoggedMatch:
        rng = random.Random(seed)
        players, options = rng.choice(self.tables)
        return position(self.game, players, seed, rng.randrange(self.plies), options)

    @settings(max_examples=40)
    @given(seed=SEEDS)
    def test_decide_accepts_exactly_what_legal_lists(self, seed: int) -> None:
        rng = random.Random(seed)
        players, options = rng.choice(self.tables)
        logged = LoggedMatch(self.game, players, seed, options)
        misses = NearMisses(self.game)
        for ply, _ in enumerate(logged.steps(seed)):
            match = logged.match
            if match.table.over or ply > self.plies:
                break
            for seat in range(players):
                misses.learn(match.legal(Seat(seat)))
            if rng.random() < 12 / self.plies:  # about a dozen positions of a game
                for seat in range(players):
                    self._compare(match, Seat(seat), misses.make(rng, 60))

    def _compare(self, match: Match, seat: Seat, others: list[Command]) -> None:
        legal = match.legal(seat)
        assert len(set(legal)) == len(legal), "a command is listed twice"
        before = msgspec.msgpack.encode(match.state)
        for command in legal:
            assert self._accepts(match, seat, command), f"{command} is listed but refused"
        view = self.game.view(match.state, seat)
        labels = [self.game.label(view, command) for command in legal]
        assert len(set(labels)) == len(labels), f"two options read the same: {sorted(labels)}"
        for command in others:
            assert self._accepts(match, seat, command) == (command in legal), f"seat {seat}: {command}"
        assert msgspec.msgpack.encode(match.state) == before

    def _accepts(self, match: Match, seat: Seat, command: Command) -> bool:
        try:
            events = self.game.decide(match.state, seat, command, KeyedRng(b"k"))
        except IllegalMove as refusal:
            self.game.words.refusal(refusal)  # a reason without words raises
            return False
        assert events, f"{command} had no effect at all"
        return True

    @settings(max_examples=60)
    @given(seed=SEEDS)
    def test_an_imagined_world_cannot_be_told_from_the_true_one(self, seed: int) -> None:
        logged = self._position(seed)
        for seat in _readers(logged):
            true, imagined = self._worlds(logged, seat, seed)
            assert _bytes(self.game.view(imagined, seat)) == _bytes(self.game.view(true, seat))
            if seat is not None:
                assert self.game.legal(imagined, seat) == self.game.legal(true, seat)
            assert self.game.to_act(imagined) == self.game.to_act(true)

    def _worlds(self, logged: LoggedMatch, seat: Seat | None, seed: int) -> tuple[Any, State]:
        true = logged.match.state
        view = self.game.view(true, seat)
        again = msgspec.json.decode(msgspec.json.encode(view), type=self.game.view_type)
        return true, self.game.imagine(again, KeyedRng(f"world {seed}".encode()))

    @settings(max_examples=60)
    @given(seed=SEEDS)
    def test_the_next_choice_leaks_nothing_to_the_other_seats(self, seed: int) -> None:
        """Whatever seat acts, each other reader receives the same bytes in all worlds alike to that reader."""
        logged = self._position(seed)
        waiting = logged.match.to_act()
        if isinstance(waiting, Step):
            return
        for actor in waiting:
            command = random.Random(seed).choice(logged.match.legal(actor))
            for reader in _readers(logged):
                self._compare_worlds(logged, actor, command, reader, seed)

    def _compare_worlds(
        self, logged: LoggedMatch, actor: Seat, command: Command, reader: Seat | None, seed: int
    ) -> None:
        _, imagined = self._worlds(logged, reader, seed)
        there = command
        if command.SECRET and reader != actor:
            there = random.Random(seed).choice(self.game.legal(imagined, actor))
        elif command not in self.game.legal(imagined, actor):
            return
        here, elsewhere = (
            self._played(logged, state, actor, choice)
            for state, choice in ((logged.match.state, command), (imagined, there))
        )
        if here is None or elsewhere is None:
            assert here is elsewhere or reader != actor
            return
        assert self._everything_seen(reader, *here) == self._everything_seen(reader, *elsewhere)

    def _everything_seen(self, reader: Seat | None, records: list[Record], match: Match) -> list[object]:
        """What a reader receives of some lines: log, timeline, ledger and view (so the difference of views too)."""
        codec = Codec(self.game)
        return [
            [comparable_line(reader, record) for record in records],
            timeline.turns(timeline.lines(codec, records, match.table)),
            ledger(codec, records),
            _bytes(self.game.view(match.state, reader)),
        ]

    def _played(
        self, logged: LoggedMatch, state: State, actor: Seat, command: Command
    ) -> tuple[list[Record], Match] | None:
        """The lines of one command without its forced consequences; `None` if it reveals something."""
        match = Match(self.game, logged.secret)
        match.table = logged.match.copy().table
        match.state = self.game.copy(state)
        batch = Batch(match, actor, blind=True)
        try:
            batch.choose(actor, command)
        except WouldReveal:
            return None
        if any(entry.event.REVEALS for entry in batch.entries):
            return None
        records, _ = write(Stamp(GameId("g"), AT, "c", logged.secret), Version(0), "0" * 64, batch.entries)
        return records, match

    @settings(max_examples=60)
    @given(seed=SEEDS)
    def test_undo_takes_back_exactly_and_never_after_something_was_learned(self, seed: int) -> None:
        logged = self._position(seed)
        waiting = logged.match.to_act()
        if isinstance(waiting, Step) or not waiting:
            return
        seat = waiting[0]
        command = random.Random(seed).choice(logged.match.legal(seat))
        before, length = state_bytes(logged.match), len(logged.records)
        logged.play(seat, command)
        after = state_bytes(logged.match)
        try:
            logged.undo(seat)
        except UndoBarred:
            return
        assert state_bytes(logged.match) == before
        true, imagined = self._worlds(logged, seat, seed)
        assert self._seen_after(logged, true, seat, command) == self._seen_after(logged, imagined, seat, command)
        logged.play(seat, command)
        assert state_bytes(logged.match) == after
        log = read(Codec(self.game), logged.records[:length])
        assert state_bytes(fold(self.game, logged.secret, log)) == before

    def _seen_after(self, logged: LoggedMatch, state: State, seat: Seat, command: Command) -> bytes:
        match = Match(self.game, logged.secret)
        match.table = logged.match.copy().table
        match.state = self.game.copy(state)
        batch = Batch(match, seat, blind=True)
        batch.choose(seat, command)
        batch.advance(only=seat)
        return _bytes(self.game.view(match.state, seat))


def _readers(logged: LoggedMatch) -> list[Seat | None]:
    return [None, *(Seat(number) for number in range(len(logged.match.table.chairs)))]


def _bytes(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
