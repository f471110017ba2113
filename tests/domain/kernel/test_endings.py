"""How a game ends before its time, and what comes after: resigning, abandoning by vote, a rematch."""

import pytest

from domain.kernel import lifecycle as life
from domain.kernel import lobby
from domain.kernel.errors import NotYourSeat
from domain.kernel.game import Rank, Result
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.match import Batch, Match
from domain.kernel.table import CARETAKER
from tests.domain.kernel.people import ANNA, BRUNO, CLARA, HOST, SECRET, act, forbidden, playing, table
from tests.kit.logged_match import played
from tests.kit.taberna import GAME

REVEALED = life.SecretRevealed(secret=SECRET.hex())


def finished() -> Match:
    """A game of two that was played to its end."""
    return played(GAME, 2, 1, {"rounds": 1}).match


def with_bots(bots: int) -> Match:
    """The host against bots."""
    match = table(1 + bots)
    for _ in range(bots):
        act(match, HOST, lobby.add_bot, "random")
    return match


class TestResigning:
    def test_of_two_the_other_one_wins_whatever_the_points(self) -> None:
        match = playing(2)
        match.state.scores = [5, 0]
        events = act(match, HOST, lobby.resign)
        ranking = (Rank(seat=Seat(1), place=1, score=0), Rank(seat=Seat(0), place=2, score=5))
        result = Result(ranking=ranking, winners=(Seat(1),), tie_break="resignation")
        assert events == [
            life.SeatResigned(seat=Seat(0), bot=CARETAKER),
            life.GameFinished(result=result),
            REVEALED,
        ]
        assert (match.status(), match.table.result) == ("finished", result)
        assert match.table.secret == SECRET.hex()

    def test_of_three_a_bot_plays_on(self) -> None:
        match = playing(3)
        assert act(match, ANNA, lobby.resign) == [life.SeatResigned(seat=Seat(1), bot=CARETAKER)]
        chair = match.table.chairs[1]
        assert (chair.user, chair.bot, chair.human) == (ANNA, CARETAKER, False)
        assert match.status() == "active"
        assert match.legal(Seat(1))

    def test_the_last_one_left_of_three_wins_and_the_others_share_the_place_behind(self) -> None:
        match = playing(3)
        act(match, ANNA, lobby.resign)
        act(match, HOST, lobby.resign)
        assert match.table.result is not None
        assert [(rank.seat, rank.place) for rank in match.table.result.ranking] == [(2, 1), (0, 2), (1, 2)]
        assert match.table.result.winners == (Seat(2),)

    def test_a_game_that_only_bots_would_play_on_is_over(self) -> None:
        match = with_bots(2)
        act(match, HOST, lobby.resign)
        assert match.table.result is not None
        assert match.table.result.winners == (Seat(1), Seat(2))

    def test_once(self) -> None:
        match = playing(3)
        act(match, ANNA, lobby.resign)
        assert forbidden(match, ANNA, lobby.resign) == "not_playing"

    @pytest.mark.parametrize("match", [table(), finished()], ids=["lobby", "finished"])
    def test_only_while_the_game_runs(self, match: Match) -> None:
        user = match.table.chairs[0].user or HOST
        assert forbidden(match, user, lobby.resign) == "not_playing"
        assert forbidden(match, user, lobby.vote, "abandon", agree=True) == "not_playing"

    def test_only_by_who_plays(self) -> None:
        with pytest.raises(NotYourSeat):
            act(playing(), CLARA, lobby.resign)


def votes(match: Match, user: UserId, *, agree: bool = True) -> list[object]:
    return [*act(match, user, lobby.vote, "abandon", agree=agree)]


class TestAbandoning:
    def test_everyone_must_agree(self) -> None:
        match = playing(3)
        for seat, user in enumerate((HOST, ANNA)):
            assert votes(match, user) == [life.VoteCast(seat=Seat(seat), motion="abandon", agree=True)]
        assert votes(match, BRUNO)[1:] == [life.GameAbandoned(), REVEALED]
        assert (match.status(), match.to_act(), match.table.result) == ("abandoned", (), None)

    def test_a_vote_can_be_taken_back_and_counts_once(self) -> None:
        match = playing(3)
        votes(match, HOST)
        votes(match, HOST)
        assert match.table.votes == {"abandon": [0]}
        votes(match, HOST, agree=False)
        votes(match, ANNA)
        votes(match, BRUNO)
        assert match.status() == "active"
        votes(match, HOST)
        assert match.status() == "abandoned"

    def test_bots_have_no_vote(self) -> None:
        match = with_bots(2)
        votes(match, HOST)
        assert match.status() == "abandoned"

    def test_who_resigned_has_no_vote(self) -> None:
        match = playing(3)
        act(match, ANNA, lobby.resign)
        assert forbidden(match, ANNA, lobby.vote, "abandon", agree=True) == "not_playing"
        votes(match, HOST)
        votes(match, BRUNO)
        assert match.status() == "abandoned"

    def test_it_ends_when_the_last_who_disagreed_resigns(self) -> None:
        match = playing(3)
        votes(match, HOST)
        votes(match, BRUNO)
        assert act(match, ANNA, lobby.resign)[1:] == [life.GameAbandoned(), REVEALED]

    def test_there_is_no_other_motion(self) -> None:
        assert forbidden(playing(), HOST, lobby.vote, "adjourn", agree=True) == "unknown_motion"

    def test_only_by_who_plays(self) -> None:
        with pytest.raises(NotYourSeat):
            votes(playing(), CLARA)


class TestRematch:
    def test_a_table_that_is_over_tells_where_the_next_one_stands(self) -> None:
        match = finished()
        user = match.table.chairs[1].user or HOST
        assert act(match, user, lobby.offer_rematch, GameId("next")) == [life.RematchOffered(game=GameId("next"))]
        assert match.table.rematch == "next"

    def test_the_next_table_knows_the_first_and_lets_its_people_in(self) -> None:
        match = table(2, private=True, invited=(ANNA,), rematch_of=GameId("first"))
        assert match.table.rematch_of == "first"
        act(match, ANNA, lobby.join, None)
        assert match.status() == "active"

    def test_not_before_the_end(self) -> None:
        assert forbidden(playing(), HOST, lobby.offer_rematch, GameId("next")) == "not_over"

    def test_not_by_a_stranger(self) -> None:
        with pytest.raises(NotYourSeat):
            act(finished(), CLARA, lobby.offer_rematch, GameId("next"))


def test_a_running_game_goes_on_under_adopted_rules() -> None:
    match = playing()
    Batch(match, "system").emit(life.RulesAdopted(rules_version=2, data_hash="new"))
    assert (match.table.rules_version, match.table.data_hash) == (2, "new")
    assert match.status() == "active"
