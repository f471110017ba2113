"""The checker is checked: it finds nothing in a good history, and names each way to spoil one."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from domain.kernel.envelope import Record, Stamp, write
from domain.kernel.errors import UndoBarred
from domain.kernel.game import Fold, PointsScored, Step
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.match import Batch, Entry
from domain.registry import Registry
from tests.kit.checker import Answer, Evidence, Ok, Sent, Snapshot, Stream, check
from tests.kit.logged_match import AT, LoggedMatch
from tests.kit.taberna import GAME
from tests.kit.taberna.game import Taberna
from tests.kit.taberna.state import TabernaState

REGISTRY = Registry([GAME])
ONE, TWO = GameId("one"), GameId("two")


class RecordedMatch(LoggedMatch):
    """A whole game in which every seat is a client that writes down what it sends and what it is told."""

    def __init__(self, name: GameId, seed: int) -> None:
        self.name = name
        self.history: list[Sent] = []
        self.feed: list[tuple[GameId, int]] = []
        self.snapshots: list[Snapshot] = []
        self.chance = random.Random(seed)
        super().__init__(GAME, 3, seed)
        while not self.match.table.over:
            self._next()

    def keep(self, batch: Batch) -> list[Record]:
        version = Version(len(self.records))
        stamp = Stamp(self.name, AT, f"{self.name}-{version}", self.secret)
        records, self.head = write(stamp, version, self.head, batch.entries)
        self.records += records
        self.feed.append((self.name, len(self.records)))
        return records

    def _next(self) -> None:
        waiting = self.match.to_act()
        if isinstance(waiting, Step):
            self.resolve()
            self.snapshots.append(Snapshot(self.name, len(self.records), self.head, self.match.copy()))
            return
        seat, before = self.chance.choice(waiting), len(self.records)
        self._tell(seat, "illegal", before)
        self.play(seat, self.chance.choice(self.match.legal(seat)))
        self._tell(seat, Ok(before + 1, len(self.records)), before)
        if self.chance.random() < 0.2:
            self._take_back(seat, len(self.records))

    def _take_back(self, seat: Seat, before: int) -> None:
        try:
            self.undo(seat)
        except UndoBarred:
            return
        self._tell(seat, Ok(before + 1, len(self.records)), None)

    def _tell(self, seat: Seat, answer: Answer, expected: int | None) -> None:
        now = 2.0 * len(self.history)
        self.history.append(Sent(f"{self.name}-{now}", self.name, seat, expected, now, answer, now + 1))


RECORDED = {recorded.name: recorded for recorded in (RecordedMatch(ONE, 4), RecordedMatch(TWO, 5))}
LOG = RECORDED[ONE].records
GOOD = Evidence(
    history=[entry for recorded in RECORDED.values() for entry in recorded.history],
    streams={recorded.name: Stream(recorded.records, recorded.head) for recorded in RECORDED.values()},
    feed=[entry for recorded in RECORDED.values() for entry in recorded.feed],
    snapshots=[snapshot for recorded in RECORDED.values() for snapshot in recorded.snapshots],
)
WRITTEN = [index for index, entry in enumerate(GOOD.history) if isinstance(entry.answer, Ok)]


def points(evidence: Evidence) -> set[tuple[int, GameId, int]]:
    return {(found.point, found.game, found.version) for found in check(evidence, REGISTRY)}


def with_log(records: Sequence[Record], head: str | None = None) -> Evidence:
    stream = Stream(records, GOOD.streams[ONE].head if head is None else head)
    return GOOD._replace(streams={**GOOD.streams, ONE: stream})


def with_sent(index: int, **changes: Any) -> Evidence:  # noqa: ANN401 - any field of the entry
    """The same history, but one entry of it is another one."""
    history = list(GOOD.history)
    history[index] = history[index]._replace(**changes)
    return GOOD._replace(history=history)


def told(index: int) -> Ok:
    answer = GOOD.history[index].answer
    assert isinstance(answer, Ok)
    return answer


class TestGood:
    def test_nothing_is_found_in_a_good_history(self) -> None:
        assert check(GOOD, REGISTRY) == []
        assert len(GOOD.snapshots) > 5
        assert any(record.envelope().type == "ChoicesUndone" for record in LOG)

    def test_a_repeat_with_the_same_key_and_the_same_answer_is_good(self) -> None:
        first = GOOD.history[WRITTEN[3]]
        repeat = first._replace(invoked_at=900.0, answered_at=901.0)
        assert points(GOOD._replace(history=[*GOOD.history, repeat])) == set()

    def test_a_doubt_that_a_repeat_resolves_is_good(self) -> None:
        first = GOOD.history[WRITTEN[3]]
        repeat = first._replace(invoked_at=900.0, answered_at=901.0)
        doubted = with_sent(WRITTEN[3], answer="unknown")
        assert points(doubted._replace(history=[*doubted.history, repeat])) == set()

    @pytest.mark.parametrize("index", WRITTEN[::7])
    def test_any_answer_may_be_lost(self, index: int) -> None:
        assert points(with_sent(index, answer="unknown")) == set()

    def test_what_others_write_needs_no_answer(self) -> None:
        mine = [entry for entry in GOOD.history if entry.actor == 0]
        assert points(GOOD._replace(history=mine)) == set()


def dropped(place: int) -> list[Record]:
    return [*LOG[:place], *LOG[place + 1 :]]


def doubled(place: int) -> list[Record]:
    return [*LOG[:place], LOG[place], *LOG[place:]]


def swapped(place: int) -> list[Record]:
    return [*LOG[:place], *LOG[place + 1 : place + 2], LOG[place], *LOG[place + 2 :]]


def altered(place: int) -> list[Record]:
    text = LOG[place].text.replace(b'"at":"2026', b'"at":"2027')
    return [*LOG[:place], Record(text, LOG[place].openings), *LOG[place + 1 :]]


def garbled(place: int) -> list[Record]:
    return [*LOG[:place], Record(b"\xff" + LOG[place].text), *LOG[place + 1 :]]


class TestOneEvent:
    """Dropped, doubled, altered or swapped, wherever it stands: the log itself shows it."""

    @pytest.mark.parametrize("spoil", [dropped, doubled, altered, garbled, swapped])
    def test_is_named(self, spoil: Callable[[int], list[Record]]) -> None:
        for place in range(len(LOG) - 1):
            found = points(Evidence([], {ONE: Stream(spoil(place), GOOD.streams[ONE].head)}, []))
            named = {version for point, _, version in found if point in {3, 6}}
            assert named & {place + 1, place + 2}, place

    @pytest.mark.parametrize("spoil", [dropped, doubled, altered, garbled])
    def test_the_last_one_is_named(self, spoil: Callable[[int], list[Record]]) -> None:
        log = spoil(len(LOG) - 1)
        assert any(point in {3, 6} and version >= len(log) - 1 for point, _, version in points(with_log(log)))

    def test_nothing_is_said_of_other_games(self) -> None:
        assert {game for _, game, _ in points(with_log(dropped(20)))} == {ONE}


class TestLog:
    def test_an_acknowledged_batch_that_the_store_forgot(self) -> None:
        """The log is sound, only shorter: a fail-over without its newest writes."""
        index = next(i for i in reversed(WRITTEN) if GOOD.history[i].game == ONE)
        first = told(index).first
        found = points(with_log(LOG[: first - 1], LOG[first - 2].hash()))
        assert (1, ONE, first) in found
        assert not any(point in {3, 6} for point, _, _ in found)

    @pytest.mark.parametrize(("name", "point"), [("one-written-again", 4), (LOG[20].envelope().command_id, 2)])
    def test_a_command_that_was_written_twice(self, name: str, point: int) -> None:
        """Under an id of its own, as a repeat without its key would be; or under the same id."""
        entry = Entry(Seat(0), 0, None, RECORDED[ONE].codec.event(LOG[20]))
        extra, head = write(Stamp(ONE, AT, name, b""), Version(len(LOG)), RECORDED[ONE].head, [entry])
        found = points(with_log([*LOG, *extra], head))
        assert (point, ONE, len(LOG) + 1) in found
        assert (7, ONE, len(LOG) + 1) in found, "a card cannot be laid again: the log does not fold"

    def test_an_event_of_another_game(self) -> None:
        streams = {ONE: GOOD.streams[ONE], GameId("three"): GOOD.streams[TWO]}
        assert (3, "three", 1) in points(GOOD._replace(streams=streams))

    def test_a_log_that_is_missing(self) -> None:
        found = points(GOOD._replace(streams={TWO: GOOD.streams[TWO]}))
        assert {point for point, _, _ in found} == {1, 7, 8}
        assert {game for _, game, _ in found} == {ONE}

    def test_a_log_that_no_game_can_read(self) -> None:
        assert [(it.point, it.version) for it in check(GOOD, Registry([]))] == [
            (7, len(recorded.records)) for recorded in RECORDED.values()
        ]


class TestAnswers:
    """What a client was told does not agree with what is stored."""

    @pytest.mark.parametrize("index", WRITTEN[::7])
    def test_another_place(self, index: int) -> None:
        ok, game = told(index), GOOD.history[index].game
        assert (1, game, ok.first) in points(with_sent(index, answer=Ok(ok.first, ok.last + 1)))
        assert (1, game, ok.first - 1) in points(with_sent(index, answer=Ok(ok.first - 1, ok.last), expected=None))
        assert (1, game, 9_999) in points(with_sent(index, answer=Ok(9_999, 9_999)))

    def test_the_place_of_another_command(self) -> None:
        mine, other = WRITTEN[4], WRITTEN[5]
        place = told(other)
        assert (1, ONE, place.first) in points(with_sent(mine, answer=place, expected=None))

    def test_a_place_that_someone_else_wrote(self) -> None:
        assert (1, ONE, told(WRITTEN[4]).first) in points(with_sent(WRITTEN[4], actor="someone else"))

    def test_a_place_before_the_version_it_was_decided_on(self) -> None:
        first = told(WRITTEN[4]).first
        assert (1, ONE, first) in points(with_sent(WRITTEN[4], expected=first))

    def test_two_places_for_one_key(self) -> None:
        second = told(WRITTEN[5])
        assert (2, ONE, second.first) in points(with_sent(WRITTEN[5], key=GOOD.history[WRITTEN[4]].key))

    @pytest.mark.parametrize("answer", ["conflict", "illegal"])
    @pytest.mark.parametrize("index", WRITTEN[::7])
    def test_a_refusal_of_what_was_written(self, index: int, answer: Answer) -> None:
        """Which of the seat's batches it was cannot be told; that there is one too many can."""
        found = points(with_sent(index, answer=answer))
        assert [(point, game) for point, game, _ in found] == [(4, GOOD.history[index].game)]

    def test_two_batches_where_one_command_was_in_doubt(self) -> None:
        doubted, forgotten = [i for i in WRITTEN if GOOD.history[i].actor == GOOD.history[WRITTEN[0]].actor][:2]
        evidence = with_sent(doubted, answer="unknown")
        history = [entry for index, entry in enumerate(evidence.history) if index != forgotten]
        assert [(point, game) for point, game, _ in points(evidence._replace(history=history))] == [(4, ONE)]

    def test_an_answer_before_another_was_sent_that_stands_behind_it(self) -> None:
        later = WRITTEN[8]
        found = points(with_sent(later, invoked_at=-2.0, answered_at=-1.0))
        assert found == {(5, ONE, told(later).first)}


class TestFeed:
    PLACE = 5

    def test_an_entry_lost(self) -> None:
        feed = [*GOOD.feed[: self.PLACE], *GOOD.feed[self.PLACE + 1 :]]
        assert points(GOOD._replace(feed=feed)) == {(8, *GOOD.feed[self.PLACE])}

    def test_an_entry_twice(self) -> None:
        feed = [*GOOD.feed[: self.PLACE], *GOOD.feed[self.PLACE - 1 :]]
        assert points(GOOD._replace(feed=feed)) == {(8, *GOOD.feed[self.PLACE - 1])}

    def test_entries_out_of_order(self) -> None:
        feed = list(GOOD.feed)
        feed[self.PLACE], feed[self.PLACE + 1] = feed[self.PLACE + 1], feed[self.PLACE]
        assert points(GOOD._replace(feed=feed)) == {(8, *GOOD.feed[self.PLACE])}

    def test_a_version_that_no_append_reached(self) -> None:
        assert points(GOOD._replace(feed=[*GOOD.feed, (TWO, 9_999)])) == {(8, TWO, 9_999)}

    def test_a_game_that_does_not_exist(self) -> None:
        assert points(GOOD._replace(feed=[*GOOD.feed, (GameId("three"), 1)])) == {(8, "three", 1)}


class TestFolds:
    def _with_snapshot(self, **changes: Any) -> set[tuple[int, GameId, int]]:  # noqa: ANN401 - any field of it
        return points(GOOD._replace(snapshots=[GOOD.snapshots[2]._replace(**changes)]))

    def test_a_snapshot_of_another_state(self) -> None:
        match = GOOD.snapshots[2].match.copy()
        match.state.public.coins[0] += 1
        assert self._with_snapshot(match=match) == {(7, ONE, GOOD.snapshots[2].version)}

    def test_a_snapshot_of_another_table(self) -> None:
        match = GOOD.snapshots[2].match.copy()
        match.table.draws["deck"] += 1
        assert self._with_snapshot(match=match) == {(7, ONE, GOOD.snapshots[2].version)}

    def test_a_snapshot_with_another_head(self) -> None:
        assert self._with_snapshot(head="0" * 64) == {(7, ONE, GOOD.snapshots[2].version)}

    @pytest.mark.parametrize("version", [0, 9_999])
    def test_a_snapshot_of_a_version_that_does_not_exist(self, version: int) -> None:
        assert self._with_snapshot(version=version) == {(7, ONE, version)}

    def test_scores_that_are_not_the_sum_of_their_points(self) -> None:
        forgetful: Fold[TabernaState] = Fold()
        forgetful.table = {**GAME.fold.table, PointsScored: lambda _state, _event: None}

        class Forgetful(Taberna):
            fold = forgetful

        found = check(GOOD._replace(snapshots=[]), Registry([Forgetful()]))
        assert [(it.point, it.game, it.version) for it in found] == [
            (10, name, len(recorded.records)) for name, recorded in RECORDED.items()
        ]
