"""A match and its batches: the set-up, forced choices, the end, and guards against rules that break the protocol."""

import pytest

from domain.kernel import draft, lobby
from domain.kernel import lifecycle as life
from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.game import Chairs, Command, Event, Recorder, Step
from domain.kernel.ids import Seat
from domain.kernel.log import read
from domain.kernel.match import SYSTEM, Batch, Match
from tests.domain.kernel.people import HOST, act, table
from tests.domain.kernel.scenes import dealt, revealed
from tests.kit.logged_match import LoggedMatch, played, state_bytes
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import Donate, EndTurn, LayCard, RunErrand
from tests.kit.taberna.events import CoinsGained, HandDealt, StepDue, TableLaid
from tests.kit.taberna.game import Taberna
from tests.kit.taberna.state import TabernaOptions, TabernaState

SELL = RunErrand(what="sell")
DRAW = RunErrand(what="draw")


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def without_coins() -> LoggedMatch:
    """Both turns of a round were spent on drawing cards: nobody has a coin on market day."""
    logged, seat, neighbour = revealed()
    for each in (seat, neighbour):
        for _ in range(2):
            logged.play(each, DRAW)
    return logged


class FirstTurnOnly(Taberna):
    """The game is over when the first turn ends."""

    def decide_into(self, recorder: Recorder[TabernaState], seat: Seat, command: Command) -> None:
        super().decide_into(recorder, seat, command)
        if command == EndTurn():
            recorder.emit(StepDue(step=""))


class CountsLists(Taberna):
    """Knows how often options were listed."""

    lists = 0

    def legal(self, state: TabernaState, seat: Seat) -> list[Command]:
        self.lists += 1
        return super().legal(state, seat)


class NothingToDecide(Taberna):
    """The game is over as soon as the table is laid."""

    def setup_into(self, recorder: Recorder[TabernaState], options: TabernaOptions, chairs: Chairs) -> None:
        recorder.emit(TableLaid(players=chairs.count, rounds=options.rounds))
        recorder.emit(StepDue(step=""))


class TestDraws:
    def test_a_draw_is_an_event_before_its_outcome(self) -> None:
        logged = dealt()
        names = kinds([entry.event for entry in read(logged.codec, logged.records)])
        assert names[names.index("LotsDrawn") :] == [
            "LotsDrawn",
            "GameStarted",
            "TableLaid",
            "RoundBegan",
            "LotsDrawn",
            "DeckShuffled",
            "HandDealt",
            "HandDealt",
        ]

    def test_how_often_each_purpose_was_drawn_is_folded_from_the_log(self) -> None:
        logged = played(GAME, 3, 2, {"rounds": 3})
        assert logged.match.table.draws == logged.refold().table.draws == {"first seat": 1, "deck": 3}


class TestForcedChoices:
    def test_a_seat_with_one_legal_command_is_not_asked(self) -> None:
        logged, seat, neighbour = revealed()
        logged.play(seat, DRAW)
        batch = logged.play(seat, DRAW)
        commands = [bytes(record.envelope().command) for record in batch]
        assert commands[-2:] == [b'{"type":"EndTurn"}', b"null"]
        assert [record.envelope().step for record in batch] == [0, 0, 1, 1]
        assert logged.match.to_act() == (neighbour,)

    def test_neither_is_it_after_a_step_of_the_system(self) -> None:
        logged = without_coins()
        assert logged.match.status() == "scoring"
        batch = Batch(logged.match, SYSTEM)
        batch.resolve(Step("market day"))
        batch.advance()
        forced = [(entry.actor, entry.command) for entry in batch.entries if entry.command is not None]
        assert forced == [(Seat(0), Donate(coins=0))]
        assert logged.match.to_act() == Step("closing")


class TestOptions:
    def test_they_are_listed_once_as_long_as_nothing_happens(self) -> None:
        logged, seat, _ = revealed()
        logged.match.game = counting = CountsLists()
        logged.play(seat, DRAW)  # lists them to see whether the next choice is forced
        assert logged.match.legal(seat) == logged.match.legal(seat) == GAME.legal(logged.match.state, seat)
        assert counting.lists == 1

    def test_they_are_never_those_of_a_position_before(self) -> None:
        logged = dealt(3)
        for _ in logged.steps(5):
            for seat in map(Seat, range(3)):
                expected = [] if logged.match.table.over else GAME.legal(logged.match.state, seat)
                assert logged.match.legal(seat) == expected

    def test_nor_those_before_an_event_that_is_only_folded(self) -> None:
        logged = without_coins()
        batch = Batch(logged.match, SYSTEM)
        batch.resolve(Step("market day"))
        seat = Seat(0)
        assert logged.match.legal(seat) == [Donate(coins=0)]
        logged.match.apply(CoinsGained(seat=seat, coins=1))
        assert logged.match.legal(seat) == [Donate(coins=0), Donate(coins=1)]

    def test_who_changes_a_list_changes_nobody_else_s(self) -> None:
        logged, seat, _ = revealed()
        logged.match.legal(seat).clear()
        assert logged.match.legal(seat) == GAME.legal(logged.match.state, seat) != []


class TestEnd:
    def test_the_system_records_result_and_secret_once_nobody_owes_anything(self) -> None:
        logged = played(GAME, 2, 1, {"rounds": 1})
        log = read(logged.codec, logged.records)
        assert log[-2].event == life.GameFinished(result=GAME.result(logged.match.state))
        assert log[-1].event == life.SecretRevealed(secret=logged.secret.hex())
        assert [line.envelope().actor for line in log[-2:]] == [SYSTEM, SYSTEM]

    def test_a_refusal_names_the_game_whose_rules_refused(self) -> None:
        logged, seat, _ = revealed()
        with pytest.raises(IllegalMove) as refusal:
            Batch(logged.match, seat).choose(seat, LayCard(card=0))
        assert refusal.value.game == GAME.meta.slug

    def test_nothing_can_follow(self) -> None:
        match = played(GAME, 2, 1, {"rounds": 1}).match
        assert (match.status(), match.to_act()) == ("finished", ())
        assert match.legal(Seat(0)) == []
        with pytest.raises(NotYourTurn):
            Batch(match, Seat(0)).choose(Seat(0), SELL)

    def test_the_system_records_them_also_if_a_player_s_choice_ended_the_game(self) -> None:
        logged, seat, _ = revealed()
        logged.match.game = FirstTurnOnly()
        batch = draft.confirm(logged.match, seat, [SELL, SELL, EndTurn()])
        assert [entry.actor for entry in batch.entries[-3:]] == [seat, SYSTEM, SYSTEM]
        assert kinds([entry.event for entry in batch.entries[-2:]]) == ["GameFinished", "SecretRevealed"]

    def test_a_game_that_has_nothing_to_decide_ends_in_the_batch_that_began_it(self) -> None:
        match = table(2, game=NothingToDecide())
        assert kinds(act(match, HOST, lobby.add_bot, "random"))[-4:] == [
            "TableLaid",
            "StepDue",
            "GameFinished",
            "SecretRevealed",
        ]


class TestFirstSeat:
    def test_the_chairs_are_counted_from_the_one_who_was_drawn(self) -> None:
        firsts = set()
        for seed in range(20):
            match = dealt(3, seed).match
            first = match.table.first_seat
            assert first is not None
            assert match.chairs() == Chairs(3, first)
            assert match.chairs().in_order() == (first, (first + 1) % 3, (first + 2) % 3)
            firsts.add(first)
        assert firsts == {0, 1, 2}


class TestLobby:
    def test_nothing_is_played_and_nothing_scored_before_the_start(self) -> None:
        match = table(3)
        assert (match.status(), match.to_act(), match.scores()) == ("lobby", (), [0, 0, 0])
        assert match.legal(Seat(0)) == []
        with pytest.raises(NotYourTurn):
            Batch(match, Seat(0)).choose(Seat(0), SELL)


class TestCopy:
    def test_a_copy_shares_nothing_with_the_original(self) -> None:
        logged, seat, _ = revealed()
        before = state_bytes(logged.match)
        twin = logged.match.copy()
        assert state_bytes(twin) == before
        Batch(twin, seat).choose(seat, SELL)
        twin.table.chairs[0].nonce = "changed"
        assert state_bytes(logged.match) == before

    def test_a_spectator_has_no_choices(self) -> None:
        assert dealt().match.legal(None) == []


class Careless(Taberna):
    """Emits before its last guard."""

    def decide_into(self, recorder: Recorder[TabernaState], seat: Seat, command: Command) -> None:
        recorder.emit(CoinsGained(seat=seat, coins=1))
        super().decide_into(recorder, seat, command)


class Speechless(Taberna):
    """Asks a seat for a choice and offers none."""

    def legal(self, state: TabernaState, seat: Seat) -> list[Command]:
        return super().legal(state, seat)[:0]


class Endless(Taberna):
    """Offers one choice for ever, since it changes nothing."""

    def legal(self, state: TabernaState, seat: Seat) -> list[Command]:
        return super().legal(state, seat)[:1]

    def decide_into(self, recorder: Recorder[TabernaState], seat: Seat, command: Command) -> None:
        assert command in self.legal(recorder.state, seat)
        recorder.emit(CoinsGained(seat=seat, coins=0))


class TestBrokenRules:
    """A game that breaks the protocol is stopped before anything is written."""

    def _match(self, game: Taberna) -> tuple[Match, Seat]:
        logged, seat, _ = revealed()
        match = logged.match.copy()  # which knows no options yet that other rules listed
        match.game = game
        return match, seat

    def test_a_refusal_after_an_event_was_emitted(self) -> None:
        match, seat = self._match(Careless())
        with pytest.raises(RuntimeError, match="was refused after it had emitted"):
            Batch(match, seat).choose(seat, EndTurn())

    def test_a_seat_that_owes_a_choice_and_has_none(self) -> None:
        match, seat = self._match(Speechless())
        with pytest.raises(RuntimeError, match=f"seat {seat} owes a choice and has none"):
            Batch(match, seat).advance()

    def test_forced_choices_without_end(self) -> None:
        match, seat = self._match(Endless())
        with pytest.raises(RuntimeError, match="forced choices without end"):
            Batch(match, seat).advance()

    def test_an_event_that_is_folded_twice(self) -> None:
        with pytest.raises(TypeError, match="HandDealt is folded twice"):
            GAME.fold.on(HandDealt)(lambda _state, _event: None)
