"""An order for a picture: everything that it depends on, as plain data that can be sent to another process."""

from functools import cache
from typing import Literal, TypeAlias

import msgspec

from domain.kernel.game import AnyGame, View
from domain.kernel.ids import Seat
from domain.kernel.words import Catalogue
from services.render.curve import Curve, Poster, poster
from services.render.drawing import Drawing
from services.render.miniature import Shape
from services.render.picture import Caption, Picture, compose, miniature
from services.render.png import png
from services.render.registry import renderer_of
from services.render.roundel import RoundelSize, Stone, roundel
from services.render.theme import ThemeName, theme

Look: TypeAlias = Literal["light", "dark"]


class PictureOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one reader may see it, and how it is to be drawn."""

    view: View
    players: tuple[str, ...]
    seat: Seat | None
    caption: Caption
    changed: frozenset[str] = frozenset()
    """The things that are outlined, since they changed."""
    look: ThemeName = "light"
    lang: str = "en"
    mini: Shape | None = None
    """As a miniature of that shape, without a caption."""


class RoundelOrder(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a game, choice by choice, and how it is to be drawn."""

    stones: tuple[Stone, ...]
    title: str
    size: RoundelSize = "large"
    look: Look = "light"


class CurveOrder(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis of a game, and how it is to be drawn."""

    curve: Curve
    around: Poster
    look: Look = "light"


Order: TypeAlias = PictureOrder | RoundelOrder | CurveOrder


def drawn_as_svg(game: AnyGame, order: Order) -> str:
    """Whatever was ordered, as SVG."""
    renderer = renderer_of(game.meta.slug)
    if isinstance(order, CurveOrder):
        return poster(order.curve, order.around, theme(order.look, "services.render"))
    if isinstance(order, RoundelOrder):
        look = theme(order.look, renderer.package)
        return roundel(order.stones, order.size, look, renderer.glyph, order.title)
    if order.mini is not None:
        return miniature(renderer, drawing_of(game, order), order.caption, order.mini)
    return drawn(game, order).svg


def drawn(game: AnyGame, order: PictureOrder) -> Picture:
    """The picture that was ordered."""
    return compose(renderer_of(game.meta.slug), drawing_of(game, order), order.caption)


def drawn_as_png(game: AnyGame, order: Order, width: int) -> bytes:
    """Whatever was ordered, in pixels."""
    return png(drawn_as_svg(game, order), width)


def drawing_of(game: AnyGame, order: PictureOrder) -> Drawing:
    """What the game's renderer is given."""
    renderer = renderer_of(game.meta.slug)
    return Drawing(
        view=order.view,
        players=order.players,
        seat=order.seat,
        theme=theme(order.look, renderer.package),
        words=words_of(game),
        lang=order.lang,
        changed=order.changed,
    )


@cache
def words_of(game: AnyGame) -> Catalogue:
    """The words of a game and of its renderer."""
    return game.words.merged(Catalogue.load(renderer_of(game.meta.slug).package))
