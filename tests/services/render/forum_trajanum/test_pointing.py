from collections import Counter

from domain.forum_trajanum.commands import COMMANDS, KeepTile, PayCitizens, TakeTile
from services.render.forum_trajanum.pointing import handles
from tests.services.render.forum_trajanum.tables import positions


def test_every_command_of_a_game_has_a_path_of_its_own_that_begins_no_other() -> None:
    met = set()
    for position in positions():
        paths = Counter(handles(command) for command in position.legal)
        assert set(paths.values()) == {1} or not position.legal
        assert not any(path[:length] in paths for path in paths for length in range(len(path)))
        met |= {type(command) for command in position.legal}
    assert len(met) >= len(COMMANDS) - 4  # some are rare, and some are played by themselves


def test_handles_are_short_plain_words() -> None:
    for position in positions():
        for command in position.legal:
            for handle in handles(command):
                assert handle.isascii()
                assert " " not in handle
                assert handle.partition(":")[2]


def test_a_crossing_is_told_by_its_street_and_a_tribune_by_the_street_it_ignores() -> None:
    assert handles(TakeTile(street="lyre", cell="r2c5", tribune=False)) == ("cell:r2c5", "street:lyre")
    assert handles(TakeTile(street="lyre", cell="r4c4", tribune=True)) == ("tribune:lyre", "cell:r4c4")


def test_what_is_not_on_the_table_is_in_the_bar() -> None:
    assert handles(KeepTile(tile=None)) == ("bar:KeepTile",)
    assert handles(PayCitizens(rows=())) == ("bar:pay",)
    assert handles(PayCitizens(rows=(2, 5))) == ("row:2", "row:5", "bar:pay")
