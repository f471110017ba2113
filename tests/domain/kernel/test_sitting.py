"""Games as their choices alone: written and read again, and played by today's rules whenever they are opened."""

import pytest

from domain.kernel import sitting
from domain.kernel.errors import BatchRefused
from domain.kernel.ids import Seat
from domain.kernel.sitting import Sitting, SittingHead, SittingTurn
from tests.kit import sittings
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import Tip

HEAD = SittingHead(players=("Anna", "Ben"), secret="11" * 32, options={"rounds": 2})


def test_a_game_is_the_same_after_it_was_written_and_read() -> None:
    played = sittings.made(GAME, HEAD, (), seed=3)
    again = sitting.read(GAME, sitting.write(played.head, played.turns))
    assert again == played
    *_, last = sitting.moments(GAME, again)
    assert last.match.table.over
    assert last.match.scores() == [*sitting.moments(GAME, played)][-1].match.scores()


def test_moment_n_is_that_after_n_turns_with_what_the_system_does() -> None:
    played = sittings.made(GAME, HEAD, (), seed=3)
    moments = [(moment.turn, len(moment.events)) for moment in sitting.moments(GAME, played)]
    assert [turn for turn, _ in moments] == [None, *played.turns]
    assert all(events for _, events in moments)


def test_what_the_rules_refuse_does_not_open() -> None:
    with pytest.raises(BatchRefused):
        [*sitting.moments(GAME, Sitting(HEAD, (SittingTurn(Seat(0), (Tip(),)),)))]


def test_a_sitting_may_be_kept_in_part_and_played_on() -> None:
    played = sittings.made(GAME, HEAD, (), seed=3)
    other = sittings.made(GAME, HEAD, played.turns[:2], seed=4)
    assert other.turns[:2] == played.turns[:2]
