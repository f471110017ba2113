"""What the heads of the panels tell: points as things stand, the streets of the round, what can be built."""

from services.render.forum_trajanum.standing import forum_points, has_standing, standing
from tests.services.render.forum_trajanum.drawn import RENDERER, WORDS, drawing
from tests.services.render.forum_trajanum.tables import positions


def test_the_points_as_things_stand_are_told_in_every_language_while_a_scoring_is_to_come() -> None:
    told = set()
    for position in positions()[::97]:
        seat = position.view.seat
        if seat is None:
            continue
        expected = has_standing(position.view.public)
        for lang in WORDS.languages:
            now = RENDERER.standing(drawing(position, lang=lang), seat)
            assert (now is not None) is expected
            if now is not None:
                assert now.points == f"+{standing(position.view.public, seat).total}"
                assert now.said.partition(now.points)[1], "the page prints the number in bold"
        told.add(expected)
    assert told == {True, False}


def test_the_streets_of_the_round_have_their_signs_and_names() -> None:
    position = next(one for one in positions() if one.view.public.stage == "draft")
    found = RENDERER.of_round(drawing(position))
    assert [name for _, name in found] == [WORDS.name(street, "en") for street in position.view.public.streets]
    assert [sign.icon for sign, _ in found] == [f"street-{street}" for street in position.view.public.streets]
    before = next(one for one in positions() if not one.view.public.phase)
    assert RENDERER.of_round(drawing(before)) == []


def test_the_buildings_tell_how_many_can_be_built() -> None:
    building = next(one for one in positions() if any("ChooseBuilding" in str(type(it)) for it in one.legal))
    sides = sum(type(command).__name__ == "ChooseBuilding" for command in building.legal)
    assert RENDERER.hint(drawing(building), "buildings") == f"can be built now: {sides}"
    assert RENDERER.hint(drawing(building.watched()), "buildings") == ""


def test_the_cards_tell_what_the_head_is_worth_to_their_reader() -> None:
    for position in positions()[::197]:
        public, seat = position.view.public, position.view.seat
        said = RENDERER.hint(drawing(position), "cards")
        if seat is None or not has_standing(public):
            assert said == ""
        elif said:
            assert said.endswith(f"= {standing(public, seat).trajan}")
        assert RENDERER.hint(drawing(position.watched()), "cards") == ""


def test_a_folded_forum_tells_the_points_of_its_reader() -> None:
    position = next(one for one in positions() if one.view.public.phase)
    assert position.view.seat is not None
    eagles, area = forum_points(position.view.public, position.view.seat)
    assert RENDERER.hint(drawing(position, compact=True), "forum") == f"you: {eagles} + {area}"
    assert RENDERER.hint(drawing(position), "forum") == "", "its picture tells it"
