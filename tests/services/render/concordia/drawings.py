"""Drawings of positions as readers would get them, and what is found in them."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

import msgspec

from domain.concordia import GAME
from domain.kernel.ids import Seat
from domain.kernel.words import Catalogue
from services.render import picture
from services.render.concordia import ConcordiaRenderer
from services.render.drawing import Drawing, Part
from services.render.pointing import Pointing
from services.render.theme import ThemeName, theme
from tests.services.render.concordia.tables import Position

RENDERER = ConcordiaRenderer()
_THING, _HANDLE = re.compile(r'data-thing="([^"]*)"'), re.compile(r'data-handle="([^"]*)"(?! aria-hidden)')
"""A price of a house, hidden from readers, repeats the handle of its city."""
PLAYERS = ("Livia", "Maximilianus", "Quinta", "Severus", "Юлия")
WORDS = GAME.words.merged(Catalogue.load(RENDERER.package))
CAPTION = picture.Caption("Concordia", ("Livia played a card.",), "Maximilianus to play", "", (Seat(1),))


class Reader(NamedTuple):
    """How somebody looks at a table."""

    look: ThemeName = "light"
    compact: bool = False
    spectator: bool = False
    words: Catalogue = WORDS
    lang: str = "en"
    tablet: bool = False


READER = Reader()
SPECTATOR = Reader(spectator=True)


def drawing(position: Position, chosen: Sequence[str] = (), reader: Reader = READER) -> Drawing:
    """A position with what can be pointed at after some things were chosen."""
    options = [] if reader.spectator else [(one, GAME.label(position.view, one)) for one in position.legal]
    plain = Drawing(
        view=position.view,
        players=PLAYERS[: len(position.view.public.players)],
        seat=None if reader.spectator else position.seat,
        theme=theme(reader.look, RENDERER.package),
        words=reader.words,
        lang=reader.lang,
        compact=reader.compact,
        tablet=reader.tablet,
    )
    pointing = Pointing(options, RENDERER.handles)
    legal = pointing.next_targets(chosen, lambda thing: RENDERER.thing_name(plain, thing))
    return msgspec.structs.replace(plain, legal=legal, chosen=frozenset(chosen))


def composed(drawn: Drawing) -> str:
    """The whole picture."""
    return picture.compose(RENDERER, drawn, CAPTION).svg


def elements(drawn: str) -> list[ET.Element]:
    """Everything in a picture."""
    return [*ET.fromstring(drawn).iter()]


def things(drawn: str) -> Counter[str]:
    """The things in a picture, each as often as it is drawn."""
    return Counter(_THING.findall(drawn))


def handles_in(part: Part) -> Counter[str]:
    """What can be pointed at in a part."""
    return Counter(_HANDLE.findall(part.body))
