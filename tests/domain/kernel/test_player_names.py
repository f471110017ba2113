"""Bots are called like people, and no two players of a table alike."""

from domain.kernel.ids import UserId
from domain.kernel.player_names import Holder, bot_name, names_at_table, names_then

ANNA, FORTUNA = UserId("u1"), UserId("u2")
KNOWN = {ANNA: "Anna", FORTUNA: "Fortuna"}
RANDOM, GREEDY = Holder(bot="random"), Holder(bot="greedy")


def test_bots_of_one_kind_are_counted() -> None:
    seats = [Holder(ANNA), RANDOM, GREEDY, RANDOM, RANDOM]
    assert names_at_table(seats, KNOWN, "en") == ["Anna", "Fortuna", "Crassus", "Fortuna II", "Fortuna III"]


def test_a_bot_never_has_the_name_of_a_person_at_the_table() -> None:
    assert names_at_table([RANDOM, Holder(FORTUNA)], KNOWN, "en") == ["Fortuna II", "Fortuna"]


def test_names_are_said_in_the_reader_s_language() -> None:
    assert names_at_table([GREEDY, RANDOM], KNOWN, "ru") == ["Красс", "Фортуна"]  # noqa: RUF001 - Cyrillic


def test_a_bot_of_another_package_goes_by_the_name_under_which_it_sits() -> None:
    assert bot_name("deep_thought", "de") == "deep_thought"


def test_an_open_seat_has_no_name_but_in_the_past() -> None:
    assert names_at_table([Holder()], KNOWN, "en") == [""]
    assert names_then([Holder()], KNOWN, "en") == ["free seat 0"]
