"""Planned turns in random games of every kind: what is played is what was planned, and what is not says why."""

import random
from collections import Counter
from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel import draft, plans
from domain.kernel import lifecycle as life
from domain.kernel.audit import check_log
from domain.kernel.errors import BadRecord, BatchRefused, IllegalMove
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat, Version
from domain.kernel.log import read
from domain.kernel.match import Match
from domain.kernel.plans import Hindrance, PlannedStep, imagined_turn, judge, planned
from domain.kernel.proof import verify
from domain.registry import GAMES, Registry
from tests.kit.logged_match import LoggedMatch
from tests.kit.planning_players import PLAYERS, PlanningPlayers, check
from tests.kit.taberna import GAME as TABERNA
from workers.bots.chance import PlainRng

ALL = [TABERNA, *GAMES]
GAMES_TRIED = max(5, settings().max_examples // 10)
"""Each is a beginning of a game with some dozen plans."""


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.meta.slug)
def test_what_is_played_is_what_was_planned_and_what_is_not_says_why(game: AnyGame) -> None:
    @settings(max_examples=GAMES_TRIED)
    @given(st.integers(0, 2**32))
    def plays(seed: int) -> None:
        players = PlanningPlayers(game, seed)
        for judged in players.play(60):
            check(players, judged)

    plays()


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.meta.slug)
def test_most_plans_are_played_in_every_game_and_the_record_holds(game: AnyGame) -> None:
    players = PlanningPlayers(game, 7)
    counted: Counter[bool] = Counter(judged.hindrance is None for judged in players.play(600))
    assert counted[True] > counted[False]
    assert verify(players.log.records, Registry(ALL)).holds
    types = Counter(record.envelope().type for record in players.log.records)
    assert types["PlanPlayed"] == counted[True]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.meta.slug)
def test_what_is_imagined_follows_from_the_seats_own_view_alone(game: AnyGame) -> None:
    players, compared = PlanningPlayers(game, 3), 0
    for judged in players.play(150):
        match = judged.before
        for seat in map(Seat, range(PLAYERS)):
            twin = match.copy()
            twin.state = game.imagine(game.view(match.state, seat), PlainRng(random.Random(8)))
            one, other = (imagined_turn(it, seat, PlainRng(random.Random(9))) for it in (match, twin))
            assert (one is None) == (other is None)
            if one is not None and other is not None:
                compared += 1
                assert msgspec.msgpack.encode(one.state) == msgspec.msgpack.encode(other.state)
    assert compared


class TestOneTurn:
    """Taberna, where two errands are run and the turn is closed."""

    def turn(self, seat: Seat, log: LoggedMatch, *options: Mapping[str, object]) -> tuple[PlannedStep, ...]:
        imagined = imagined_turn(log.match, seat, PlainRng(random.Random(1)))
        assert imagined is not None
        return planned(imagined, seat, log.codec.convert(options))

    @pytest.fixture
    def log(self) -> LoggedMatch:
        log = LoggedMatch(TABERNA, 2, 1)
        for seat in map(Seat, range(2)):
            log.play(seat, log.match.choices(seat)[0])
        return log

    def seats(self, log: LoggedMatch) -> tuple[Seat, Seat]:
        acting = TABERNA.begins_turn(log.match.state)
        assert acting is not None
        return acting, Seat(1 - acting)

    def test_nothing_follows_what_would_come_to_light(self, log: LoggedMatch) -> None:
        draw, sell = {"type": "RunErrand", "what": "draw"}, {"type": "RunErrand", "what": "sell"}
        with pytest.raises(BatchRefused) as refused:
            self.turn(self.seats(log)[1], log, draw, sell)
        assert refused.value.index == 1
        assert refused.value.cause.reason == "after_reveal"

    def test_a_refused_step_names_its_place(self, log: LoggedMatch) -> None:
        with pytest.raises(BatchRefused) as refused:
            self.turn(self.seats(log)[1], log, {"type": "EndTurn"})
        assert refused.value.index == 0

    def test_no_turn_is_imagined_in_a_lobby(self) -> None:
        log = LoggedMatch(TABERNA, 2, 1)
        match = Match(TABERNA, b"")
        assert imagined_turn(match, Seat(0), PlainRng(random.Random(1))) is None
        assert log.match.game.begins_turn(log.match.state) is None

    def test_a_step_that_brings_something_else_hinders_it(self, log: LoggedMatch) -> None:
        acting, other = self.seats(log)
        steps = self.turn(other, log, {"type": "RunErrand", "what": "sell"})
        for command in ("sell", "sell"):
            log.play(acting, *log.codec.convert([{"type": "RunErrand", "what": command}]))
        log.play(acting, *log.codec.convert([{"type": "EndTurn"}]))
        assert judge(log.match, other, steps).hindrance is None
        spoilt = (steps[0]._replace(outcome="[]"), *steps[1:])
        assert judge(log.match, other, spoilt) == plans.Verdict((), Hindrance(0, "changed"))

    def test_a_step_is_refused_in_the_words_of_the_rules(self, log: LoggedMatch) -> None:
        _, other = self.seats(log)
        steps = self.turn(other, log, {"type": "RunErrand", "what": "sell"})
        hindrance = judge(log.match, other, steps).hindrance
        assert hindrance is not None
        assert isinstance(hindrance.refusal, IllegalMove)
        assert hindrance.reason == "illegal"

    def test_nobody_claims_to_have_planned_what_was_chosen_later(self, log: LoggedMatch) -> None:
        acting, _ = self.seats(log)
        sell = log.codec.convert([{"type": "RunErrand", "what": "sell"}])
        log.keep(draft.confirm(log.match, acting, sell, planned_at=len(log.records) + 1))
        with pytest.raises(BadRecord, match="cannot have planned it"):
            check_log(TABERNA, log.secret, read(log.codec, log.records))

    def test_the_version_stands_in_the_record(self, log: LoggedMatch) -> None:
        acting, _ = self.seats(log)
        at = Version(len(log.records))
        written = log.keep(
            draft.confirm(log.match, acting, log.codec.convert([{"type": "RunErrand", "what": "sell"}]), planned_at=at)
        )
        assert log.codec.event(written[0]) == life.PlanPlayed(seat=acting, made_at=at)
        log.undo(acting)
        assert check_log(TABERNA, log.secret, read(log.codec, log.records)) == []
