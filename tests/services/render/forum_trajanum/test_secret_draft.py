"""The panel of the draft: what the reader has taken and is to take; and who has chosen how often."""

from collections.abc import Callable, Sequence

import pytest

from services.render.drawing import Part
from tests.services.render.forum_trajanum.drawn import RENDERER, WORDS, drawing
from tests.services.render.forum_trajanum.tables import Position, positions

Drafted = Sequence[tuple[str, ...]]


def _part(
    position: Position, name: str, chosen: Sequence[str] = (), drafted: Drafted = (), *, compact: bool = False
) -> Part | None:
    table = drawing(position, chosen, drafted=tuple(drafted), compact=compact)
    return next(iter(RENDERER.parts(table, {name})), None)


def _texts(part: Part | None) -> str:
    assert part is not None
    return " ".join(box.text for box in part.texts)


def _found(wanted: Callable[[Position], bool]) -> Position:
    return next(one for one in positions() if one.view.public.stage == "draft" and one.legal and wanted(one))


def _taken(position: Position) -> int:
    return len(position.view.secret.taken) if position.view.secret else 0


def _of_three(position: Position) -> bool:
    public, seat = position.view.public, position.view.seat
    return seat is not None and public.chosen[seat] + public.waiting[seat] == 3


FRESH = _found(lambda one: _of_three(one) and not _taken(one))
HALFWAY = _found(lambda one: _of_three(one) and _taken(one) == 1)
KEEPING = _found(lambda one: sum("KeepTile" in type(command).__name__ for command in one.legal) == 2)


def test_it_is_drawn_for_whoever_drafts_and_for_nobody_else() -> None:
    for position in positions()[::41]:
        public, seat = position.view.public, position.view.seat
        drafts = seat is not None and public.stage == "draft" and public.chosen[seat] + public.waiting[seat] > 0
        assert (_part(position, "draft") is not None) is drafts
        assert _part(position.watched(), "draft") is None


@pytest.mark.parametrize("compact", [False, True])
def test_a_tile_that_was_taken_is_told_and_cannot_be_put_back(*, compact: bool) -> None:
    said = _texts(_part(HALFWAY, "draft", compact=compact))
    assert HALFWAY.view.secret is not None
    first = WORDS.name(HALFWAY.view.secret.taken[0].tile, "en")
    assert first.lower() in said.lower()
    assert "cannot be put back" in said
    assert "cannot be put back" not in _texts(_part(FRESH, "draft", compact=compact))


def test_a_tile_is_not_told_before_it_is_seen() -> None:
    command = next(one for one in FRESH.legal if getattr(one, "cell", ""))
    path = RENDERER.handles(command)
    said = _texts(_part(FRESH, "draft", path, [path]))
    assert "seen once you confirm" in said
    assert "cannot be put back" not in said


def test_each_tile_that_can_be_kept_is_a_button_of_its_block() -> None:
    part = _part(KEEPING, "draft")
    assert part is not None
    assert part.body.count('data-handle="hand:') == 2
    assert _part(KEEPING, "composer") is None
    receiver = KEEPING.players[((KEEPING.view.seat or 0) - 1) % len(KEEPING.players)]
    assert receiver in _texts(part)


def test_who_has_chosen_is_told_to_everyone_by_numbers_alone() -> None:
    watched = HALFWAY.watched()
    public = watched.view.public
    said = _texts(_part(watched, "choosing"))
    for made, left in zip(public.chosen, public.waiting, strict=True):
        assert ("ready" if not left else f"{made} of {made + left}") in said
    assert all(name in said for name in watched.players)
    turn = next(one for one in positions() if one.view.public.turn is not None)
    assert _part(turn, "choosing") is None
