"""Options say what they are: under which heading they stand, and which of them nobody waits for."""

import pytest

from domain.concordia import GAME as CONCORDIA
from domain.forum_trajanum import GAME as FORUM
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.registry import GAMES
from services.queries.options import OptionAnswer, options_in_words
from tests.kit.logged_match import LoggedMatch, position
from tests.kit.scenario import waited_for

NAMES = ["Livia", "Marcus", "Quinta", "Severus", "Octavia"]


def offered(logged: LoggedMatch, seat: Seat) -> list[OptionAnswer]:
    return options_in_words(logged.match, seat, logged.match.legal(seat), NAMES, "en")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_every_option_has_a_heading_and_asides_stand_last(game: AnyGame) -> None:
    for plies in range(0, 60, 4):
        logged = position(game, game.meta.players[-1], 7, plies)
        for number in range(len(logged.match.table.chairs)):
            options = offered(logged, Seat(number))
            assert all(option.group and "_" not in option.group for option in options)
            asides = [option.aside for option in options]
            assert asides == sorted(asides)


def test_a_standing_order_is_an_aside_and_a_card_is_none() -> None:
    logged = position(CONCORDIA, 3, 1, 0)
    (seat,) = waited_for(logged.match.to_act())
    options = offered(logged, seat)
    found = {option.command["type"]: (option.aside, option.group) for option in options}
    assert found["PlayCard"] == (False, "Play a card")
    assert found["OrderOverflow"] == (True, "Standing order for goods that do not fit")


def test_a_draft_is_grouped_by_street_and_by_what_costs_a_tribune() -> None:
    found: set[str] = set()
    for plies in range(30):
        logged = position(FORUM, 4, 3, plies)
        for seat in waited_for(logged.match.to_act()):
            found |= {option.group for option in offered(logged, seat) if option.command["type"] == "TakeTile"}
    assert "For a tribune" in found
    assert any(group.startswith("Street of the ") for group in found)
