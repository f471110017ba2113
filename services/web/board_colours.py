"""The colours of all boards as custom properties, in both looks: pictures within a page follow the reader's look."""

from services.render.registry import RENDERERS
from services.render.theme import css as roles

PACKAGES = ("services.render", *(renderer.package for renderer in RENDERERS.values()))


def css() -> bytes:
    """The style sheet."""
    light = "".join(roles(package, "light") for package in PACKAGES)
    dark = "".join(roles(package, "dark") for package in PACKAGES)
    by_system = f'@media (prefers-color-scheme:dark){{:root:not([data-theme="light"]){{{dark}}}}}'
    return f':root{{{light}}}\n{by_system}\n:root[data-theme="dark"]{{{dark}}}\n'.encode()
