"""Where a game stands, and what things are called."""

from domain.forum_trajanum.commands import SettleNewcomer
from services.render.forum_trajanum.naming import thing_name
from tests.services.render.forum_trajanum.drawn import RENDERER, drawing
from tests.services.render.forum_trajanum.tables import Position, positions


def _at(stage: str, number: int = 0) -> Position:
    return next(one for one in positions() if one.view.public.stage == stage and one.view.public.round >= number)


def test_the_position_tells_phase_and_round() -> None:
    assert RENDERER.position(drawing(_at("cranes"))) == "Set-up"
    assert RENDERER.position(drawing(_at("draft", 1))) == "Cycle I, round 1 of 4"
    assert RENDERER.position(drawing(_at("turns", 8))) == "Cycle II, round 4 of 4"
    assert RENDERER.position(drawing(positions()[-1])) == "After the last scoring"


def test_things_are_called_by_their_place_and_by_what_lies_there() -> None:
    table = drawing(_at("draft", 1))
    assert thing_name(table, "cell:r2c3") == "Row 2, column 3: temple"
    assert thing_name(table, "cell:r2c2") == "Row 2, column 2: face-down tile"
    assert thing_name(table, "row:5") == "Citizen row: Artisan I"
    assert thing_name(table, "stock:worker_blue") == "blue worker"
    assert thing_name(table, "tribune:lyre") == "Tribune: ignore the lyre"
    assert thing_name(table, "crane:r1c1:green") == "Crane in row 1, column 1: green"


def test_a_corner_that_stands_for_two_rows_is_called_by_its_citizen() -> None:
    settling = next(one for one in positions() if sum(isinstance(command, SettleNewcomer) for command in one.legal) > 1)
    labels = [target.label for thing, target in drawing(settling).legal.items() if thing.startswith("cell:")]
    assert labels
    assert all("citizen" in label or ":" in label for label in labels)
