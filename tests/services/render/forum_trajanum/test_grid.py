from services.render.forum_trajanum.grid import Grid

GRID = Grid(0, 0, 10)


def test_the_line_around_a_cell_lies_inside_it() -> None:
    assert GRID.around(["r1c1"], 1) == "M9 1L9 9L1 9L1 1Z"


def test_a_straight_side_has_no_corner_in_its_middle() -> None:
    assert GRID.around(["r1c1", "r1c2"], 0) == "M20 0L20 10L0 10L0 0Z"


def test_at_a_bend_the_line_keeps_its_distance() -> None:
    assert GRID.around(["r1c1", "r2c1", "r2c2"], 1).count("L") == 5
    assert "9 11" in GRID.around(["r1c1", "r2c1", "r2c2"], 1)


def test_cells_that_touch_at_a_corner_and_holes_have_lines_of_their_own() -> None:
    assert GRID.around(["r1c1", "r2c2"], 1).count("M") == 2
    ring = [f"r{row}c{column}" for row in (1, 2, 3) for column in (1, 2, 3) if (row, column) != (2, 2)]
    assert GRID.around(ring, 1).count("M") == 2
