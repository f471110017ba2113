"""The mark of a seat within a page: colour, shape and letter."""

from functools import lru_cache

from markupsafe import Markup

from services.render.seats import SHAPES

_MARK = Markup(
    '<svg class="seat s{number}" width="{size}" height="{size}" viewBox="-12 -12 24 24" role="img" aria-label="{name}">'
    '<path d="{shape}"/><text y="{down}">{letter}</text></svg>'
)


@lru_cache(maxsize=2**12)
def seat_mark(chair: int, letter: str, name: str, size: int = 18) -> Markup:
    """The mark of a seat; `chair` counts from 0. A chronicle has one for each of its turns."""
    down = 4.3 if chair else 5.8
    return _MARK.format(number=chair + 1, size=size, name=name, shape=SHAPES[chair], down=down, letter=letter)
