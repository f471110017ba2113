"""The colours of pages and boards as custom properties, from the palette of the pictures, which alone names them."""

from services.render.registry import RENDERERS
from services.render.theme import css as roles


def shared_css() -> bytes:
    """The colours that every page uses."""
    return f":root{{{roles('services.render')}}}\n".encode()


def css() -> bytes:
    """The colours of all boards, for pages that show one."""
    games = "".join(roles(renderer.package) for renderer in RENDERERS.values())
    return f":root{{{games}}}\n".encode()
