"""Every renderer by the slug of its game. A game without one is drawn plainly."""

from services.render.concordia import ConcordiaRenderer
from services.render.forum_trajanum import ForumTrajanumRenderer
from services.render.plain import PlainRenderer
from services.render.renderer import Renderer
from services.render.trajan import TrajanRenderer

_ALL: tuple[Renderer, ...] = (ConcordiaRenderer(), ForumTrajanumRenderer(), TrajanRenderer())
RENDERERS: dict[str, Renderer] = {renderer.slug: renderer for renderer in _ALL}


def renderer_of(slug: str) -> Renderer:
    """The renderer of a game."""
    return RENDERERS.get(slug) or PlainRenderer(slug)
