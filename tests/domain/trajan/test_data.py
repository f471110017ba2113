"""The printed data is what the rule book describes, and a file that is not is refused."""

from collections import Counter
from importlib.resources import files

import pytest

from domain.trajan.data import DATA, load

TEXT = files("domain.trajan").joinpath("data.toml").read_bytes()


def test_every_colour_and_every_pair_of_colours_occurs_evenly_on_the_trajan_tiles() -> None:
    colours = Counter(colour for tile in DATA.trajan_tile for colour in tile.colours)
    pairs = Counter(tuple(sorted(tile.colours)) for tile in DATA.trajan_tile)
    assert set(colours.values()) == {18}
    assert len(pairs) == 21
    assert set(pairs.values()) == {2, 3}


def test_the_cells_form_a_grid_of_four_by_five() -> None:
    places = {(cell.row, cell.column): cell for cell in DATA.construction_cell}
    assert set(places) == {(row, column) for row in range(4) for column in range(5)}
    for (row, column), cell in places.items():
        beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        assert set(cell.neighbours) == {places[place].id for place in beside if place in places}


def test_the_time_track_is_read_from_the_data() -> None:
    assert set(DATA.time_track.spaces) == {"2", "3", "4"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'count = 14\nneed = "bread"', b'count = 13\nneed = "bread"'),
        (b"zero_votes_can_be_consul = true", b"zero_votes_can_be_consul = false"),
        (b'neighbours = ["A2", "B1"]', b'neighbours = ["A2", "C1"]'),
        (b'id = "T54"\nkind = "need"', b'id = "T54"\nkind = "points"'),
    ],
)
def test_a_file_that_the_rules_cannot_be_played_with_is_refused(old: bytes, new: bytes) -> None:
    assert old in TEXT
    with pytest.raises(ValueError, match=r"."):
        load(TEXT.replace(old, new))
