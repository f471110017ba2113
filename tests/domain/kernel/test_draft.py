"""Drafts: a preview shows what a confirmation would do, changes nothing and never looks at what is hidden."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import draft
from domain.kernel.errors import BatchRefused
from domain.kernel.game import Command, Recorder, Step
from domain.kernel.ids import Seat
from domain.kernel.lifecycle import LotsDrawn
from domain.kernel.match import Batch, Match
from domain.kernel.rng import KeyedRng
from tests.domain.kernel.scenes import dealt, lay_lowest, revealed
from tests.kit.logged_match import LoggedMatch, played, position, state_bytes
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import AnswerGift, EndTurn, LayCard, RunErrand, TakeCardBack, Tip
from tests.kit.taberna.events import CoinsGained
from tests.kit.taberna.game import Taberna
from tests.kit.taberna.state import TabernaState

SELL = RunErrand(what="sell")
GIFT = RunErrand(what="gift")
FEAST = RunErrand(what="feast")
DRAW = RunErrand(what="draw")
SEEDS = st.integers(0, 2**32)


def seen(logged: LoggedMatch, seat: Seat, *commands: Command) -> draft.Preview:
    """Preview, and hold it to its promise that nothing changes."""
    before = state_bytes(logged.match)
    result = draft.preview(logged.match, seat, commands)
    assert state_bytes(logged.match) == before
    return result


def refused(logged: LoggedMatch, seat: Seat, *commands: Command) -> tuple[int, str]:
    """Index and reason of the first illegal command, the same for preview and confirmation."""
    with pytest.raises(BatchRefused) as previewed:
        seen(logged, seat, *commands)
    with pytest.raises(BatchRefused) as confirmed:
        draft.confirm(logged.match.copy(), seat, commands)
    assert confirmed.value.index == previewed.value.index
    assert confirmed.value.cause.reason == previewed.value.cause.reason
    assert GAME.words.refusal(previewed.value.cause)
    return previewed.value.index, previewed.value.cause.reason


class TestPreview:
    def test_it_shows_the_state_after_the_draft(self) -> None:
        logged, seat, _ = revealed()
        result = seen(logged, seat, SELL, SELL)
        assert result.match.state.public.coins[seat] == 2
        assert result.match.legal(seat) == [EndTurn(), Tip()]
        assert result.ends is None

    def test_an_empty_draft_shows_the_match_as_it_is(self) -> None:
        logged, seat, _ = revealed()
        result = seen(logged, seat)
        assert state_bytes(result.match) == state_bytes(logged.match)
        assert result.ends is None

    def test_it_counts_the_points_of_the_draft_alone(self) -> None:
        logged, seat, _ = revealed()
        logged.play(seat, SELL, SELL)
        logged.play(seat, Tip())
        assert logged.match.scores()[seat] == 1
        assert seen(logged, seat, Tip()).points == 1

    def test_it_says_when_the_turn_passes(self) -> None:
        logged, seat, neighbour = revealed()
        result = seen(logged, seat, SELL, SELL, EndTurn())
        assert result.ends == "passes"
        assert result.match.to_act() == (neighbour,)

    def test_it_says_when_a_neighbour_must_answer_first(self) -> None:
        logged, seat, _ = revealed()
        assert seen(logged, seat, GIFT).ends == "passes"

    def test_a_draw_is_announced_and_not_carried_out(self) -> None:
        logged, seat, _ = revealed()
        result = seen(logged, seat, DRAW)
        assert (result.ends, result.points) == ("reveals", 0)
        assert state_bytes(result.match) == state_bytes(logged.match)

    def test_what_stands_before_a_draw_is_shown(self) -> None:
        logged, seat, _ = revealed()
        result = seen(logged, seat, SELL, DRAW)
        assert result.ends == "reveals"
        assert state_bytes(result.match) == state_bytes(seen(logged, seat, SELL).match)

    def test_a_secret_choice_is_shown_to_its_seat(self) -> None:
        logged = dealt()
        card = logged.match.state.hands[0][2]
        result = seen(logged, Seat(0), LayCard(card=card))
        assert result.match.state.laid == [card, None]
        assert result.ends is None

    def test_the_secret_choice_that_completes_the_table_reveals(self) -> None:
        logged = dealt()
        lay_lowest(logged, Seat(0))
        result = seen(logged, Seat(1), LayCard(card=logged.match.state.hands[1][0]))
        assert result.ends == "reveals"
        assert result.match.state.laid[1] is None


class Dicing(Taberna):
    """Whoever sells rolls a die for the price; what was rolled is written down outside the state."""

    def __init__(self) -> None:
        self.rolled: list[int] = []

    def decide_into(self, recorder: Recorder[TabernaState], seat: Seat, command: Command) -> None:
        super().decide_into(recorder, seat, command)
        if command == SELL:
            self.rolled.append(recorder.rng.below("die", 6))
            recorder.emit(CoinsGained(seat=seat, coins=self.rolled[-1]))


class TestLots:
    def test_a_preview_does_not_even_draw_them(self) -> None:
        logged, seat, _ = revealed()
        game = logged.match.game = Dicing()
        result = seen(logged, seat, SELL)
        assert result.ends == "reveals"
        assert state_bytes(result.match) == state_bytes(logged.match)
        assert game.rolled == []

    def test_a_confirmation_draws_what_nobody_could_foresee(self) -> None:
        logged, seat, _ = revealed()
        game = logged.match.game = Dicing()
        batch = draft.confirm(logged.match, seat, [SELL])
        assert LotsDrawn(purpose="die", count=1) in [entry.event for entry in batch.entries]
        assert logged.match.state.public.coins[seat] == 1 + game.rolled[0]

    def test_nothing_may_follow_them(self) -> None:
        logged, seat, _ = revealed()
        logged.match.game = Dicing()
        assert refused(logged, seat, GIFT, SELL) == (1, "not_your_turn")
        assert refused(logged, seat, FEAST, SELL, SELL) == (2, "after_reveal")


class TestRefusal:
    def test_the_first_illegal_command_is_named_by_its_place(self) -> None:
        logged, seat, _ = revealed()
        assert refused(logged, seat, FEAST, SELL, FEAST, SELL) == (2, "feasted")
        assert refused(logged, seat, EndTurn()) == (0, "not_offered")

    def test_out_of_turn(self) -> None:
        logged, seat, neighbour = revealed()
        assert refused(logged, neighbour, SELL) == (0, "not_your_turn")
        assert refused(logged, seat, SELL, SELL, EndTurn(), SELL) == (3, "not_your_turn")

    def test_an_answer_that_is_someone_else_s(self) -> None:
        logged, seat, _ = revealed()
        assert refused(logged, seat, GIFT, AnswerGift(take="coin")) == (1, "not_your_turn")

    @pytest.mark.parametrize("after", [SELL, EndTurn(), DRAW])
    def test_nothing_may_follow_what_reveals(self, after: Command) -> None:
        logged, seat, _ = revealed()
        assert refused(logged, seat, SELL, DRAW, after) == (2, "after_reveal")

    def test_nothing_may_follow_the_reveal_of_the_cards(self) -> None:
        logged = dealt()
        lay_lowest(logged, Seat(0))
        card = LayCard(card=logged.match.state.hands[1][0])
        assert refused(logged, Seat(1), card, TakeCardBack()) == (1, "after_reveal")

    def test_nothing_is_played_at_a_table_that_is_over(self) -> None:
        assert refused(played(GAME, 2, 1, {"rounds": 1}), Seat(0), SELL) == (0, "not_your_turn")


class NothingButSelling(Taberna):
    """Once a seat has feasted, or while it owns no coin, it can only sell: choices that are forced."""

    def legal(self, state: TabernaState, seat: Seat) -> list[Command]:
        options = super().legal(state, seat)
        forced = state.public.feasted or not state.public.coins[seat]
        return [SELL] if forced and SELL in options else options


class TestForcedChoices:
    def test_between_the_commands_of_a_draft_the_seat_s_own_are_played(self) -> None:
        logged, seat, _ = revealed()
        logged.match.game = NothingButSelling()
        assert seen(logged, seat, FEAST, Tip()).match.state.public.coins[seat] == 2
        batch = draft.confirm(logged.match, seat, [FEAST, Tip()])
        named = [(entry.step, entry.command) for entry in batch.entries if entry.command is not None]
        assert named == [(0, FEAST), (1, SELL), (2, SELL), (3, SELL), (4, Tip())]

    def test_only_after_its_last_command_are_those_of_others_played(self) -> None:
        logged, seat, neighbour = revealed()
        logged.play(seat, SELL, SELL)
        logged.match.game = NothingButSelling()
        assert seen(logged, seat, EndTurn()).match.state.public.coins[neighbour] == 0
        batch = draft.confirm(logged.match, seat, [EndTurn()])
        named = [(entry.actor, entry.command) for entry in batch.entries if entry.command is not None]
        assert named == [(seat, EndTurn()), (neighbour, SELL)]


def _draft(match: Match, seat: Seat, rng: random.Random) -> list[Command]:
    """A random legal draft, which may reveal something only at its end."""
    commands: list[Command] = []
    while rng.random() < 0.8:
        result = draft.preview(match, seat, commands)
        options = result.match.legal(seat)
        if result.ends is not None or not options:
            break
        commands.append(rng.choice(options))
    return commands


class TestAnyPosition:
    @given(SEEDS)
    def test_a_preview_is_what_a_confirmation_gives_unless_it_reveals(self, seed: int) -> None:
        rng = random.Random(seed)
        logged = position(GAME, rng.choice([2, 3, 4]), seed, rng.randrange(30))
        waiting = logged.match.to_act()
        for seat in () if isinstance(waiting, Step) else waiting:
            commands = _draft(logged.match, seat, rng)
            result = seen(logged, seat, *commands)
            confirmed = logged.match.copy()
            points = confirmed.scores()[seat]
            draft.confirm(confirmed, seat, commands)
            if result.ends == "reveals":
                assert state_bytes(result.match) != state_bytes(confirmed)
                continue
            assert result.points == confirmed.scores()[seat] - points
            Batch(result.match, seat).advance()
            assert state_bytes(result.match) == state_bytes(confirmed)

    @given(SEEDS)
    def test_a_preview_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(self, seed: int) -> None:
        rng = random.Random(seed)
        logged = position(GAME, rng.choice([2, 3, 4]), seed, rng.randrange(30))
        waiting = logged.match.to_act()
        for seat in () if isinstance(waiting, Step) else waiting:
            commands = _draft(logged.match, seat, rng)
            imagined = logged.match.copy()
            view = GAME.view(imagined.state, seat)
            imagined.state = GAME.imagine(view, KeyedRng(f"world {seed}".encode()))
            here = draft.preview(logged.match, seat, commands)
            there = draft.preview(imagined, seat, commands)
            assert (here.ends, here.points) == (there.ends, there.points)
            assert msgspec.json.encode(GAME.view(here.match.state, seat)) == msgspec.json.encode(
                GAME.view(there.match.state, seat)
            )
