"""A picture is a function of what its reader may know, and of nothing that was drawn before."""

import msgspec

from domain.forum_trajanum import GAME
from domain.forum_trajanum.view import ForumTrajanumView
from domain.kernel.rng import KeyedRng
from services.render import picture
from services.render.drawing import Drawing
from services.render.forum_trajanum import pen
from tests.services.render.forum_trajanum.drawn import CAPTION, RENDERER, drawing
from tests.services.render.forum_trajanum.tables import positions, sampled


def _bytes(table: Drawing) -> str:
    parts = "".join(part.body for part in RENDERER.parts(table))
    return picture.compose(RENDERER, table, CAPTION).svg + parts


def test_what_a_seat_knows_is_drawn_for_that_seat_alone() -> None:
    """Even if a view with secrets is handed in for a picture without a reader, they are not drawn."""
    for position in sampled(131):
        with_secrets = msgspec.structs.replace(drawing(position), seat=None, legal={})
        assert _bytes(with_secrets) == _bytes(drawing(position.watched()))


def test_what_a_seat_knows_is_drawn_for_it() -> None:
    holding = [position for position in positions()[::7] if position.view.own_tile or position.view.secret]
    unlike = [_bytes(drawing(one)) != _bytes(drawing(one._replace(view=_blind(one.view)))) for one in holding[::60]]
    assert any(unlike)


def _blind(view: ForumTrajanumView) -> ForumTrajanumView:
    return msgspec.structs.replace(view, secret=None, own_tile=None, received_tile=None, passed_tile=None)


def test_worlds_that_a_seat_cannot_tell_apart_look_the_same() -> None:
    for number, position in enumerate(positions()[::457]):
        world = GAME.imagine(position.view, KeyedRng(bytes([number])))
        seen = position._replace(view=GAME.view(world, position.view.seat))
        assert _bytes(drawing(seen)) == _bytes(drawing(position))


def test_what_was_drawn_before_changes_nothing() -> None:
    some = sampled(601)
    fresh = []
    for position in some:
        pen.forget()
        fresh.append(_bytes(drawing(position)))
    assert [_bytes(drawing(position)) for position in some] == fresh
