"""Every renderer by the slug of its game. A game without one is drawn plainly."""

from services.render.plain import PlainRenderer
from services.render.renderer import Renderer

RENDERERS: dict[str, Renderer] = {}


def renderer_of(slug: str) -> Renderer:
    """The renderer of a game."""
    return RENDERERS.get(slug) or PlainRenderer(slug)
