"""Which notices follow from which events, and to whom; when somebody is reminded."""

import random
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel import lobby, overtime
from domain.kernel.clock import Clock, Millis
from domain.kernel.envelope import Record
from domain.kernel.ids import GameId, Seat, Version
from domain.registry import GAMES
from projections.match_follower import MatchFollower
from services.notices.notices import LATE, Notice, notices, planned
from tests.kit.appended_match import played_with_undos
from tests.kit.lifecycle_match import ANNA, BRUNO, HOST, LifecycleMatch
from tests.kit.logged_match import LoggedMatch
from tests.kit.scenario import waited_for
from tests.kit.taberna import commands as cmd
from tests.kit.timed_match import BEGIN, DAY, GIFT, HOUR, SELL, TURN, TimedMatch, at_errands, lay, user
from tests.projections.logs import REGISTRY, G, Log

KEPT = ("waiting", "turns", "late", "acted", "rounds")
"""What a followed remembers beside its state."""


async def told(records: Sequence[Record], since: int = 0, game: GameId = G) -> list[Notice]:
    """Every notice that follows from a log after a version."""
    _, happenings = await MatchFollower(Log(records), REGISTRY).since(game, Version(since))
    return [notice for happening in happenings for notice in notices(game, happening)]


def kinds(found: Sequence[Notice]) -> set[tuple[str, str]]:
    return {(notice.kind, notice.user) for notice in found}


class TestNotices:
    async def test_who_is_invited_is_told(self) -> None:
        assert kinds(await told(LifecycleMatch().records)) == {("invitation", BRUNO)}

    async def test_a_game_that_begins_is_told_to_everyone_but_who_began_it(self) -> None:
        table = LifecycleMatch(3)
        table.do(ANNA, lobby.join, None)
        before = len(table.records)
        table.do(BRUNO, lobby.join, None)
        found = await told(table.records, before)
        assert kinds(found) == {("turn", HOST), ("turn", ANNA)}, "all choose at once, so this is their turn"
        assert {notice.about for notice in found} == {"started"}

    async def test_whose_turn_it_is_not_yet_is_told_that_it_has_begun(self) -> None:
        logged = LoggedMatch(next(game for game in GAMES if game.meta.slug == "concordia"), 3, 7)
        found = await told(logged.records)
        (first,) = waited_for(logged.match.to_act())
        others = {("started", f"user-{seat}") for seat in {0, 1} - {first}}
        assert kinds(found) == others | ({("turn", f"user-{first}")} if first != 2 else set())

    async def test_a_turn_is_told_to_who_is_waited_for_and_did_not_cause_it(self) -> None:
        table, turn, other = at_errands(TURN)
        before = len(table.records)
        table.play(turn, GIFT)
        (seat,) = waited_for(table.match.to_act())
        assert kinds(await told(table.records, before)) == ({("turn", user(other))} if seat == other else set())

    async def test_who_is_away_and_leaves_the_turns_to_a_caretaker_is_told_of_none(self) -> None:
        table, turn, other = at_errands(Clock(turn_seconds=3600, on_vacation="caretaker", on_timeout="wait"))
        before = len(table.records)
        table.do(turn, overtime.announce_absence, BEGIN, BEGIN + HOUR)
        table.now += HOUR - 1
        table.run_out()
        assert await told(table.records, before) == []
        table.do(turn, overtime.announce_absence, 0, 0)
        table.do(other, overtime.announce_absence, BEGIN, BEGIN + HOUR)
        table.play(turn, GIFT)
        assert {notice.user for notice in await told(table.records, before)} == set()

    async def test_a_choice_that_is_taken_back_tells_nobody(self) -> None:
        table, turn, _ = at_errands(TURN)
        before = len(table.records)
        table.play(turn, SELL)
        table.undo(turn)
        assert await told(table.records, before) == []

    async def test_a_game_that_is_over_is_told_to_all_who_sat_there(self) -> None:
        table = TimedMatch(TURN, 3)
        before = len(table.records)
        table.do(0, lobby.resign)
        table.do(1, lobby.vote, "abandon", agree=True)
        table.do(2, lobby.vote, "abandon", agree=True)
        over = [notice for notice in await told(table.records, before) if notice.kind == "over"]
        assert {notice.user for notice in over} == {user(0), user(1)}

    async def test_the_first_vote_asks_the_others_and_the_next_does_not(self) -> None:
        table = TimedMatch(TURN, 3)
        before = len(table.records)
        table.do(0, lobby.vote, "pause", agree=True)
        table.do(1, lobby.vote, "pause", agree=True)
        found = await told(table.records, before)
        assert kinds(found) == {("vote", user(1)), ("vote", user(2))}
        assert {notice.about for notice in found} == {"pause"}

    @pytest.mark.parametrize("then", ["wait", "caretaker", "replace"])
    async def test_time_that_ran_out_is_told_to_who_had_the_seat(self, then: str) -> None:
        table = TimedMatch(msgspec.convert({"turn_seconds": 3600, "on_timeout": then}, Clock))
        lay(table, 0)
        before = len(table.records)
        table.now += HOUR
        table.run_out()
        found = await told(table.records, before)
        opened = [("seat", user(0), "1")] if then == "replace" else []
        assert [(notice.kind, notice.user, notice.about) for notice in found] == [("clock", user(1), then), *opened]

    async def test_who_takes_an_open_seat_over_causes_his_own_turn(self) -> None:
        table = TimedMatch(Clock(turn_seconds=3600, on_timeout="replace"))
        table.now += HOUR
        lay(table, 0)
        table.run_out()
        before = len(table.records)
        table.do(5, lobby.join, None)
        assert await told(table.records, before) == []

    @given(st.integers(0, 200))
    @settings(max_examples=20)
    async def test_however_the_log_is_read_the_notices_are_the_same(self, seed: int) -> None:
        appended = played_with_undos(seed % 40, players=3)
        game, rng = appended.game_id, random.Random(seed)
        at_once = await told(appended.records, game=game)
        log = Log([])
        matches = MatchFollower(log, REGISTRY)
        step_by_step: list[Notice] = []
        read = 0
        for append in appended.appends:
            log.records = appended.records[: append.version + len(append.records)]
            if rng.random() < 0.5:
                continue
            if rng.random() < 0.2:
                matches = MatchFollower(log, REGISTRY)  # a new process
            followed, happenings = await matches.since(game, Version(read))
            step_by_step += [notice for happening in happenings for notice in notices(game, happening)]
            read = followed.version
            cold = await MatchFollower(log, REGISTRY).newest(game)
            assert [getattr(followed, what) for what in KEPT] == [getattr(cold, what) for what in KEPT]
        log.records = appended.records
        _, happenings = await matches.since(game, Version(read))
        step_by_step += [notice for happening in happenings for notice in notices(game, happening)]
        assert step_by_step == at_once
        assert len({(n.cause, n.kind, n.user) for n in at_once}) == len(at_once)


async def plan(table: TimedMatch) -> dict[tuple[Seat | None, str], tuple[Millis, str]]:
    """The reminders of a table: when, and of which turn."""
    followed = await MatchFollower(Log(table.records), REGISTRY).newest(G)
    found = planned(followed)
    return {(notice.seat, notice.about): (at, notice.cause) for at, notice in found}


class TestReminders:
    async def test_they_come_at_half_and_nine_tenths_for_everyone_on_the_clock(self) -> None:
        table = TimedMatch(Clock(turn_seconds=10 * 3600))
        assert {key: at for key, (at, _) in (await plan(table)).items()} == {
            (seat, share): BEGIN + hours * HOUR for seat in (0, 1) for share, hours in (("50", 5), ("90", 9))
        }

    async def test_more_time_moves_them_and_they_stay_those_of_the_same_turn(self) -> None:
        table, turn, other = at_errands(Clock(turn_seconds=10 * 3600, extension_seconds=10 * 3600))
        before = await plan(table)
        table.now += 6 * HOUR
        table.do(other, overtime.extend, turn)
        after = await plan(table)
        assert {key: cause for key, (_, cause) in after.items()} == {key: cause for key, (_, cause) in before.items()}
        assert after[turn, "50"][0] == BEGIN + 10 * HOUR
        assert after[turn, "90"][0] == BEGIN + 18 * HOUR

    async def test_there_are_none_while_the_clocks_are_paused(self) -> None:
        table = TimedMatch(Clock(turn_seconds=10 * 3600))
        before = await plan(table)
        table.now += 4 * HOUR
        for number in (0, 1):
            table.do(number, lobby.vote, "pause", agree=True)
        assert await plan(table) == {}
        table.now += 20 * HOUR
        table.do(0, lobby.vote, "resume", agree=True)
        assert await plan(table) == {key: (at + 20 * HOUR, cause) for key, (at, cause) in before.items()}

    async def test_a_turn_that_rested_goes_on_and_another_one_is_another(self) -> None:
        table = TimedMatch(Clock(turn_seconds=10 * 3600))
        cause = (await plan(table))[Seat(0), "90"][1]
        table.now += HOUR
        lay(table, 0)
        assert (Seat(0), "90") not in await plan(table)
        table.now += HOUR
        table.play(Seat(0), cmd.TakeCardBack())
        assert (await plan(table))[Seat(0), "90"] == (BEGIN + 10 * HOUR, cause)
        lay(table, 0, 1)
        (turn,) = waited_for(table.match.to_act())
        assert (await plan(table))[turn, "90"][1] != cause

    async def test_who_is_late_while_the_table_waits_is_reminded_every_day_of_a_week(self) -> None:
        table, turn, other = at_errands(Clock(turn_seconds=3600, on_timeout="wait"))
        table.now += HOUR
        table.run_out()
        week = [(BEGIN + HOUR + day * DAY, turn) for day in range(1, 8)]
        assert await late(table) == week
        table.now += 2 * DAY
        table.do(other, lobby.vote, "abandon", agree=True)
        assert await late(table) == week, "what others do does not begin it anew"
        table.do(turn, overtime.announce_absence, BEGIN + 3 * DAY, BEGIN + 5 * DAY)
        assert await late(table) == [*week[:2], *week[4:]], "who is away is left alone"
        for number in (0, 1):
            table.do(number, lobby.vote, "pause", agree=True)
        assert await late(table) == []
        table.do(0, lobby.vote, "resume", agree=True)
        table.play(turn, GIFT)
        assert turn not in [seat for _, seat in await late(table)]

    @pytest.mark.parametrize("then", ["caretaker", "replace"])
    async def test_where_the_table_does_not_wait_nobody_is_late(self, then: str) -> None:
        table, _, _ = at_errands(msgspec.convert({"turn_seconds": 3600, "on_timeout": then}, Clock))
        table.now += HOUR
        table.run_out()
        assert await late(table) == []


async def late(table: TimedMatch) -> list[tuple[Millis, Seat | None]]:
    """When those are reminded whose time ran out."""
    followed = await MatchFollower(Log(table.records), REGISTRY).newest(G)
    return [(at, notice.seat) for at, notice in planned(followed) if notice.about == LATE]
