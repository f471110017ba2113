"""What can be chosen and lies nowhere else has a panel of its own, which comes and goes beside the board."""

from services.render.forum_trajanum.headings import hint
from tests.services.render.forum_trajanum.drawn import RENDERER, drawing
from tests.services.render.forum_trajanum.tables import Position, positions


def _owing(kind: str) -> Position:
    return next(
        one for one in positions() if any(path[0].startswith(f"{kind}:") for path in map(RENDERER.handles, one.legal))
    )


def test_ways_to_pay_and_bonuses_stand_in_the_panel_that_says_what_they_are() -> None:
    said = set()
    for kind in ("pay", "bonus"):
        table = drawing(_owing(kind))
        part = next(iter(RENDERER.parts(table, {"composer"})))
        assert f'data-handle="{kind}:' in part.body
        assert RENDERER.parts(table, {"choices"}) == []
        said.add(hint(table, "composer"))
    assert len(said) == 2
    assert "" not in said


def test_there_is_no_panel_while_there_is_nothing_to_choose_from() -> None:
    watched = _owing("pay").watched()
    assert RENDERER.parts(drawing(watched), {"composer"}) == []


def test_a_phone_shows_them_above_the_colony() -> None:
    table = drawing(_owing("pay"), compact=True)
    assert RENDERER.parts(table, {"composer"}) == []
    assert 'data-handle="pay:' in RENDERER.parts(table, {"choices"})[0].body
