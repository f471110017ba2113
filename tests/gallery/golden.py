"""The golden pictures: positions of recorded games as they are meant to look.

`python -m tests.gallery.golden` draws them anew. Look at them before you commit: each stands for a table that a person
found right.
"""

import io
import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Literal, NamedTuple
from xml.etree import ElementTree as ET

from PIL import Image, ImageChops, ImageStat

from services.cli.game_logs import game_of
from services.cli.picture import GameLog
from services.render.orders import drawn
from services.render.png import png
from services.settings import Settings

FIXTURES = Path(__file__).parents[1] / "fixtures"
FOLDER = FIXTURES / "pictures"
COMPARED = Path("build/golden")
WIDTH = 600
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_CLOSE = 0.05
"""Lengths may differ by so much: a twentieth of a unit cannot be seen."""


class Golden(NamedTuple):
    """A recorded game at a version, as one reader sees it."""

    name: str
    recording: str
    version: int
    seat: int | None
    look: Literal["light", "dark"]

    def svg(self) -> str:
        """The picture as it is drawn today."""
        game, records = game_of(str(FIXTURES / self.recording), Settings())
        return drawn(game, GameLog(game, records, {}).order(self.version, self.seat, self.look, "en")).svg

    def stored(self, form: Literal["svg", "png"]) -> Path:
        """The picture as it was found right."""
        return FOLDER / f"{self.name}.{form}"


GOLDEN = (
    Golden("concordia-imperium", "concordia/imperium-houses.jsonl", 600, None, "light"),
    Golden("concordia-italia", "concordia/italia-cards.jsonl", 399, 0, "dark"),
    Golden("trajan", "trajan/two-laps-in-one-turn.jsonl", 499, 1, "light"),
    Golden("forum-trajanum", "forum-trajanum/four-builders-1.jsonl", 700, 0, "light"),
)


def differences(old: str, new: str) -> Iterator[str]:
    """Where the structure of two pictures differs: elements, things, texts, attributes."""
    for before, after in zip_longest(ET.fromstring(old).iter(), ET.fromstring(new).iter()):
        if before is None or after is None:
            yield f"one picture has more elements: {_told(before if after is None else after)}"
            return
        if before.tag != after.tag or (before.text or "") != (after.text or "") or not _alike(before, after):
            yield f"{_told(before)} became {_told(after)}"


def _told(element: ET.Element | None) -> str:
    return "" if element is None else ET.tostring(element, encoding="unicode")[:160]


def _alike(before: ET.Element, after: ET.Element) -> bool:
    if before.attrib.keys() != after.attrib.keys():
        return False
    return all(_close(value, after.attrib[name]) for name, value in before.attrib.items())


def _close(one: str, other: str) -> bool:
    if one == other:
        return True
    if _NUMBER.sub("#", one) != _NUMBER.sub("#", other):
        return False
    pairs = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return all(abs(float(a) - float(b)) <= _CLOSE for a, b in pairs)


def distance(old: bytes, new: bytes) -> float:
    """How far apart two pictures are, from 0 to 255 on average; 255 if their sizes differ."""
    before, after = (Image.open(io.BytesIO(one)).convert("RGB") for one in (old, new))
    if before.size != after.size:
        return 255.0
    return sum(ImageStat.Stat(ImageChops.difference(before, after)).mean) / 3


def side_by_side(golden: Golden, old: bytes, new: bytes) -> Path:
    """Both pictures in one file, to be looked at."""
    before, after = (Image.open(io.BytesIO(one)).convert("RGB") for one in (old, new))
    both = Image.new("RGB", (before.width + after.width + 20, max(before.height, after.height)), "white")
    both.paste(before, (0, 0))
    both.paste(after, (before.width + 20, 0))
    COMPARED.mkdir(parents=True, exist_ok=True)
    path = COMPARED / f"{golden.name}.png"
    both.save(path)
    return path


def main() -> None:
    """Draw the golden pictures anew."""
    for golden in GOLDEN:
        drawn_now = golden.svg()
        _ = golden.stored("svg").write_text(drawn_now.replace("><", ">\n<") + "\n", "utf-8")
        _ = golden.stored("png").write_bytes(png(drawn_now, WIDTH))
        print(golden.stored("png"))


if __name__ == "__main__":
    main()
