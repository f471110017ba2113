"""Pictures of the fullest tables: how long SVG and PNG take and how many bytes they have.

A bare encoding of the same view as JSON, in the same run, says how fast the machine is at this moment. Time is that of
the processor: one picture is drawn by one of them, and the machine may do other things meanwhile.
"""

import gzip
import time
from collections.abc import Callable
from statistics import median

import msgspec

from domain.concordia import GAME as CONCORDIA
from domain.forum_trajanum import GAME as FORUM_TRAJANUM
from domain.trajan import GAME as TRAJAN
from services.render.orders import PictureOrder, drawn, drawn_as_svg
from services.render.png import png
from tests.bench.report import say, show
from tests.gallery.positions import Table, positions

TABLES = (
    Table(CONCORDIA, 5, {"map": "imperium"}),
    Table(CONCORDIA, 4, {"map": "italia"}),
    Table(TRAJAN, 4),
    Table(FORUM_TRAJANUM, 4),
)
ROUNDS = 30
PNG_ROUNDS = 5
WIDTH = 1200


def run() -> None:
    """Print the figures."""
    rows = [_measured(table) for table in TABLES]
    sizes = (
        "fullest table",
        "SVG ms",
        "KB",
        "gzip KB",
        f"PNG {WIDTH} ms",
        "KB",
        "miniature ms",
        "KB",
        "view as JSON ms",
    )
    show("Pictures (at most 6 ms, 90 KB, 25 KB; 250 ms, 300 KB; 2 ms, 25 KB wanted)", sizes, rows)
    say()


def _measured(table: Table) -> tuple[str | float, ...]:
    *_, position = positions(table)
    game, order = position.match.game, position.order(None)
    svg = drawn(game, order).svg
    raster = png(svg, WIDTH)
    small = msgspec.structs.replace(order, mini="wide")
    return (
        table.name,
        _milliseconds(lambda: drawn(game, order), ROUNDS),
        len(svg.encode()) / 1000,
        len(gzip.compress(svg.encode())) / 1000,
        _milliseconds(lambda: png(svg, WIDTH), PNG_ROUNDS),
        len(raster) / 1000,
        _milliseconds(lambda: drawn_as_svg(game, small), ROUNDS),
        len(drawn_as_svg(game, small)) / 1000,
        _milliseconds(lambda: _plain(order), ROUNDS),
    )


def _plain(order: PictureOrder) -> bytes:
    return msgspec.json.encode(order.view)


def _milliseconds(work: Callable[[], object], rounds: int) -> float:
    taken = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        taken.append((time.process_time() - began) * 1000)
    return median(taken)
