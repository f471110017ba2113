"""The printed data: what the rule books count, and that data which does not fit together is refused."""

from collections import Counter

import msgspec
import pytest

from domain.forum_trajanum.data import BUILDABLE, CORNERS, DATA, NEIGHBOURS, STREETS, TEMPLES, TILES, Data, check


def test_34_tiles_of_which_6_are_citizens_and_28_show_two_things_each() -> None:
    assert len(TILES) == 34
    citizens = [tile for tile in DATA.colony_tile if tile.kind == "citizen"]
    assert Counter(tile.social_class for tile in citizens) == {"patrician": 2, "merchant": 2, "artisan": 2}
    assert all(sum(tile.gives.values()) == 2 for tile in DATA.colony_tile if tile.kind == "resource")


def test_28_cells_can_be_built_on() -> None:
    assert len(BUILDABLE) == 28
    assert not set(BUILDABLE) & {*CORNERS, *TEMPLES}
    assert all(one < other for one, other in NEIGHBOURS)


def test_every_street_is_a_row_or_a_column_without_its_temple() -> None:
    for streets in STREETS:
        assert len(streets) == 12
        assert Counter(cell for cells in streets.values() for cell in cells) == dict.fromkeys((*BUILDABLE, *CORNERS), 2)


def test_components_add_up() -> None:
    assert sum(kind.singles for kind in DATA.building_kind) == 56
    assert sum(kind.doubles for kind in DATA.building_kind) == 48
    assert Counter(card.phase for card in DATA.trajan_card) == {1: 4, 2: 4, 3: 4}


def test_every_mosaic_face_has_eleven_coloured_cells_and_an_eagle() -> None:
    for face in DATA.mosaic_face:
        letters = Counter("".join(face.cells))
        assert [len(line) for line in face.cells] == [4, 4, 4]
        assert letters.pop("E") == 1
        assert set(letters) <= set(DATA.colours.letters)


def test_side_a_and_the_boards_of_side_b_have_no_symbol_twice_in_one_place() -> None:
    plans = (DATA.streets.side_A, *DATA.streets.side_B)
    for places in zip(*(plan.rows + plan.columns for plan in plans), strict=True):
        assert len(set(places)) == len(plans)


@pytest.mark.parametrize(
    "broken",
    [
        {"colony_tile": DATA.colony_tile[1:]},
        {"building_kind": DATA.building_kind[1:]},
        {"trajan_card": DATA.trajan_card[:8]},
        {"mosaic_face": DATA.mosaic_face[2:]},
        {"forum_layout": (msgspec.structs.replace(DATA.forum_layout[0], players=4),)},
        {"streets": msgspec.structs.replace(DATA.streets, cards_per_symbol=3)},
        {"streets": msgspec.structs.replace(DATA.streets, side_B=DATA.streets.side_B[1:])},
        {"classes": msgspec.structs.replace(DATA.classes, names=("patrician",))},
    ],
    ids=lambda broken: next(iter(broken)),
)
def test_data_that_does_not_fit_together_is_refused(broken: dict[str, object]) -> None:
    wrong: Data = msgspec.structs.replace(DATA, **broken)
    with pytest.raises(ValueError, match="lacks"):
        check(wrong)
