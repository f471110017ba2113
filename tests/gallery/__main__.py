"""`make pictures`: draws the gallery into `build/pictures`, with a page that shows all of it.

Every game at every number of players and on each board: start, middle and end, light and dark, as miniatures too, and
the table of the seat that is choosing.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from msgspec import structs
from rich.progress import track

from domain.concordia import GAME as CONCORDIA
from domain.forum_trajanum import GAME as FORUM_TRAJANUM
from domain.kernel.game import Step
from domain.trajan import GAME as TRAJAN
from services.render.miniature import Shape
from services.render.orders import drawn, drawn_as_svg
from services.render.picture import compose
from services.render.png import png
from services.render.registry import renderer_of
from tests.gallery.positions import Position, Table, positions

TABLES = (
    *(Table(CONCORDIA, players, {"map": "italia"}) for players in (2, 3, 4)),
    *(Table(CONCORDIA, players, {"map": "imperium"}) for players in (3, 4, 5)),
    *(Table(TRAJAN, players) for players in (2, 3, 4)),
    *(Table(FORUM_TRAJANUM, players, {"board_side": side}) for side in ("A", "B") for players in (2, 3, 4)),
)
LOOKS = ("light", "dark")
WIDTH = 1200


def main(target: Path, wanted: str) -> None:
    """Draw every table whose name holds `wanted`."""
    target.mkdir(parents=True, exist_ok=True)
    made = []
    for table in track([one for one in TABLES if wanted in one.name], description="drawing"):
        for position in positions(table):
            made += [_write(target / f"{table.name}-{name}.png", svg) for name, svg in _pictures(position)]
    figures = "".join(f'<figure><img src="{path.name}"><figcaption>{path.stem}</figcaption></figure>' for path in made)
    _ = (target / "index.html").write_text(f"<!doctype html><title>Acta: pictures</title>{figures}", "utf-8")
    print(f"{len(made)} pictures: {target / 'index.html'}")


def _pictures(position: Position) -> Iterator[tuple[str, str]]:
    game = position.match.game
    for look in LOOKS:
        order = position.order(None, look)
        yield f"{position.moment}-{look}", drawn(game, order).svg
        for shape in get_args(Shape):
            yield f"{position.moment}-{look}-{shape}", drawn_as_svg(game, structs.replace(order, mini=shape))
    waiting = position.match.to_act()
    if not isinstance(waiting, Step) and waiting:
        caption = position.order(waiting[0]).caption
        for steps in (0, 1):
            drawing = position.composing(waiting[0], steps=steps)
            renderer = renderer_of(game.meta.slug)
            yield f"{position.moment}-composing-{steps}", compose(renderer, drawing, caption).svg


def _write(path: Path, svg: str) -> Path:
    _ = path.write_bytes(png(svg, WIDTH))
    return path


if __name__ == "__main__":
    main(Path("build/pictures"), sys.argv[1] if len(sys.argv) > 1 else "")
