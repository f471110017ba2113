"""SVG as text: elements, numbers and escaping. Attributes keep the order in which they are written."""

import hashlib
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

Attribute = str | float | None
_LONG = 10
LASTS = "<!--lasts-->"
"""Ends what `lasting` has drawn."""


@lru_cache(maxsize=2**14)
def number(value: float) -> str:
    """A length in as few characters as it needs: two decimals, from ten on one."""
    text = (f"{value:.2f}" if -_LONG < value < _LONG else f"{value:.1f}").rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, *children: str, **attributes: Attribute) -> str:
    """An element; `stroke_width` stands for `stroke-width`, `class_` for `class`, `None` leaves an attribute out."""
    head = _head(tag, **attributes)
    return f"<{head}>{''.join(children)}</{tag}>" if children else f"<{head}/>"


def group(*children: str, x: float = 0, y: float = 0, scale: float = 1, **attributes: Attribute) -> str:
    """A group, moved and scaled if need be."""
    moved = "" if not x and not y else f"translate({number(x)} {number(y)})"
    scaled = "" if scale == 1 else f"scale({scale:.4g})"
    return element("g", *children, transform=f"{moved}{scaled}" or None, **attributes)


def lasting(*children: str, **attributes: Attribute) -> str:
    """A group that is the same in every picture of a table: a page that has it need not be sent it again."""
    return element("g", *children, data_kept=sum_of("".join(children)), **attributes) + LASTS


def sum_of(body: str) -> str:
    """A short name of what was drawn."""
    return hashlib.blake2b(body.encode(), digest_size=6).hexdigest()


@lru_cache(maxsize=2**13)
def text_node(content: str) -> str:
    """Text between tags."""
    return escape(content)


@lru_cache(maxsize=2**15)
def _head(tag: str, **attributes: Attribute) -> str:
    """Most of a table stands where it stood in the picture before."""
    return tag + "".join([_attribute(name, value) for name, value in attributes.items() if value is not None])


def _attribute(name: str, value: str | float) -> str:
    text = quoteattr(value) if isinstance(value, str) else f'"{number(value)}"'
    return f" {name.rstrip('_').replace('_', '-')}={text}"
