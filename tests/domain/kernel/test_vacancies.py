"""Players who vanish: how a seat is filled or closed again, who is host then, and which bot takes care."""

import pytest

from domain.kernel import lifecycle as life
from domain.kernel import lobby
from domain.kernel.clock import Clock
from domain.kernel.envelope import Record
from domain.kernel.errors import NotYourSeat
from domain.kernel.ids import Seat
from domain.kernel.log import read
from domain.kernel.proof import verify
from domain.registry import Registry
from tests.domain.kernel.people import ANNA, BRUNO, CLARA, HOST, act, forbidden, playing, table
from tests.kit.taberna import GAME
from tests.kit.timed_match import HOUR, TimedMatch, lay, user

REPLACES = Clock(turn_seconds=3600, on_timeout="replace")


def opened(players: int = 3) -> TimedMatch:
    """The last seat has opened, since its player's time ran out."""
    timed = TimedMatch(REPLACES, players)
    lay(timed, *range(players - 1))
    timed.now += HOUR
    timed.run_out()
    assert timed.match.table.free_seat() == players - 1
    return timed


def holds(records: list[Record]) -> bool:
    return verify(records, Registry([GAME])).holds


class TestInvitations:
    def test_the_host_invites_by_name_and_who_is_invited_may_enter_a_private_table(self) -> None:
        match = table(private=True)
        assert not lobby.may_enter(match.table, ANNA)
        assert act(match, HOST, lobby.invite_person, ANNA) == [life.PersonInvited(user=ANNA)]
        assert lobby.may_enter(match.table, ANNA)

    def test_nobody_is_invited_twice_or_while_sitting_there_and_not_without_end(self) -> None:
        match = table()
        assert forbidden(match, HOST, lobby.invite_person, HOST) == "sits_here"
        act(match, HOST, lobby.invite_person, ANNA)
        assert forbidden(match, HOST, lobby.invite_person, ANNA) == "invited_before"
        match.table.invited += [user(number) for number in range(lobby.MOST_INVITED)]
        assert forbidden(match, HOST, lobby.invite_person, BRUNO) == "too_many_invited"

    def test_only_the_host_invites(self) -> None:
        match = table()
        act(match, ANNA, lobby.join, None)
        with pytest.raises(NotYourSeat):
            act(match, ANNA, lobby.invite_person, BRUNO)

    def test_the_host_invites_again_where_a_seat_opened_and_nowhere_else_in_a_running_game(self) -> None:
        timed = opened()
        timed.do(0, lobby.invite_person, user(7))
        timed.do(0, lobby.invite, lobby.invitation_digest("again"))
        timed.do(7, lobby.join, None)
        assert timed.match.table.chairs[2].user == user(7)
        assert forbidden(playing(), HOST, lobby.invite_person, CLARA) == "not_in_lobby"


class TestClosing:
    def test_a_closed_seat_is_played_by_the_caretaker_and_nobody_can_take_it(self) -> None:
        timed = opened()
        timed.do(0, lobby.close_seat, Seat(2))
        assert timed.match.table.bot_of(Seat(2)) == "centurio"
        assert timed.match.table.free_seat() is None
        assert forbidden(timed.match, user(0), lobby.close_seat, Seat(2)) == "seat_not_open"
        assert forbidden(timed.match, user(0), lobby.close_seat, Seat(9)) == "seat_not_open"

    def test_the_last_player_wins_when_the_other_seat_is_closed(self) -> None:
        timed = opened(2)
        timed.do(0, lobby.close_seat, Seat(1))
        result = timed.match.table.result
        assert result is not None
        assert (result.winners, result.tie_break) == ((Seat(0),), "resignation")
        assert holds(timed.records)

    def test_only_the_host_closes_a_seat(self) -> None:
        timed = opened()
        with pytest.raises(NotYourSeat):
            timed.do(1, lobby.close_seat, Seat(2))


class TestHost:
    def test_a_host_who_resigns_is_followed_by_somebody_who_plays_on(self) -> None:
        match = playing(3)
        assert act(match, HOST, lobby.resign)[1] == life.HostNamed(user=ANNA)
        assert match.table.host == ANNA

    def test_the_others_make_whoever_asked_first_the_host(self) -> None:
        match = playing(3)
        first, second = (chair.user for chair in match.table.chairs[1:])
        assert first is not None
        assert second is not None
        assert forbidden(match, HOST, lobby.vote, "host", agree=True) == "is_host"
        act(match, second, lobby.vote, "host", agree=True)
        assert match.table.host == HOST, "one of two others is not more than half"
        assert act(match, first, lobby.vote, "host", agree=True)[-1] == life.HostNamed(user=second)
        assert match.table.host == second
        assert not match.table.votes.get("host")


class TestCaretaker:
    def test_the_table_chooses_the_bot_that_takes_care(self) -> None:
        match = table()
        act(match, HOST, lobby.choose_caretaker, "random")
        for person in (ANNA, BRUNO):
            act(match, person, lobby.join, None)
        [resigned, *_] = act(match, ANNA, lobby.resign)
        assert resigned == life.SeatResigned(seat=Seat(1), bot="random")

    def test_a_decent_level_takes_care_where_nobody_chose(self) -> None:
        [resigned, *_] = act(playing(3), ANNA, lobby.resign)
        assert resigned == life.SeatResigned(seat=Seat(1), bot="centurio")

    def test_it_is_chosen_with_the_other_terms_in_one_batch(self) -> None:
        batch = lobby.create(GAME, b"s" * 32, HOST, lobby.Terms(2, {}, clock=REPLACES, caretaker="random"))
        assert [entry.event for entry in batch.entries][-1] == life.CaretakerChosen(bot="random")
        assert batch.match.table.caretaker == "random"


class TestProof:
    @pytest.mark.parametrize("former", ["random", "greedy"])
    def test_logs_of_before_still_hold(self, former: str) -> None:
        """Then another bot took care where nobody chose, and a host who resigned stayed host."""
        timed = TimedMatch(Clock(turn_seconds=3600), 3)
        timed.now += HOUR
        timed.run_out()
        seat = Seat(0)
        timed.match.table.caretaker = former
        timed.caretaker(seat, timed.match.choices(seat)[0])
        timed.do(0, lobby.resign, former, passes_on_host=False)
        for number in (1, 2):
            timed.do(number, lobby.vote, "abandon", agree=True)
        played = [line.event for line in read(timed.codec, timed.records)]
        assert life.CaretakerPlayed(seat=seat, bot=former) in played
        assert holds(timed.records)

    def test_a_seat_that_was_closed_before_holds_too(self) -> None:
        timed = opened(3)
        timed.do(0, lobby.close_seat, Seat(2), "greedy")
        assert timed.match.table.bot_of(Seat(2)) == "greedy"
        assert holds(timed.records)

    def test_all_of_it_is_decided_again(self) -> None:
        timed = opened(3)
        timed.do(1, lobby.vote, "host", agree=True)
        timed.do(1, lobby.invite_person, user(7))
        timed.do(1, lobby.close_seat, Seat(2))
        timed.do(1, lobby.resign)
        assert timed.match.table.over
        assert holds(timed.records)
