"""Tables of Forum Trajanum as they are drawn, read back as XML."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree as ET

import msgspec

from domain.forum_trajanum import GAME
from domain.kernel.words import Catalogue
from services.render import picture
from services.render.drawing import Drawing, Part
from services.render.pointing import Pointing
from services.render.registry import renderer_of
from services.render.theme import ThemeName, theme
from tests.services.render.forum_trajanum.tables import Position

RENDERER = renderer_of(GAME.meta.slug)
WORDS = GAME.words.merged(Catalogue.load(RENDERER.package))
CAPTION = picture.Caption("Forum Trajanum", ("Livia built a park.",), "Marcus to build", "until Friday 18:40", ())
_HREF = "href"


def drawing(position: Position, chosen: Sequence[str] = (), look: ThemeName = "light", **more: Any) -> Drawing:  # noqa: ANN401 - fields of a drawing
    """A position as its seat sees it, after some things were pointed at."""
    view = position.view
    plain = Drawing(
        view=view,
        players=position.players,
        seat=view.seat,
        theme=theme(look, RENDERER.package),
        words=more.pop("words", WORDS),
        chosen=frozenset(chosen),
        **more,
    )
    options = [(command, GAME.label(view, command)) for command in position.legal]
    pointing = Pointing(options, RENDERER.handles)
    return msgspec.structs.replace(
        plain, legal=pointing.next_targets(chosen, lambda thing: RENDERER.thing_name(plain, thing))
    )


def composed(table: Drawing) -> ET.Element:
    """The picture."""
    return ET.fromstring(picture.compose(RENDERER, table, CAPTION).svg)


def read(parts: Sequence[Part]) -> ET.Element:
    """Parts, without the symbols that they use."""
    return ET.fromstring(f"<g>{''.join(part.body for part in parts)}</g>")


def things(root: ET.Element) -> Counter[str]:
    """The names of all things, and how often each is drawn."""
    return Counter(one.attrib["data-thing"] for one in root.iter() if "data-thing" in one.attrib)


def kinds(root: ET.Element) -> Counter[str]:
    """How many things there are of each kind."""
    return Counter(name.partition(":")[0].partition("@")[0] for name in things(root))


def icons_in(root: ET.Element, kind: str) -> Iterator[str]:
    """The symbols in all things of a kind."""
    for one in root.iter():
        if one.attrib.get("data-thing", "").startswith(f"{kind}:"):
            yield from (use.attrib[_HREF].removeprefix("#") for use in one.iter("{http://www.w3.org/2000/svg}use"))
