"""What a draft has moved and what a house would cost, on the map."""

import re
from collections.abc import Iterator
from typing import TypeAlias

import msgspec
import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia.maps import BOARDS
from domain.kernel import draft
from domain.kernel.ids import Seat
from services.render.concordia.board import board
from services.render.concordia.chart import chart_of
from services.render.concordia.geometry import GEOMETRY
from services.render.concordia.pen import ConcordiaPen
from services.render.concordia.tags import TagBox, price_tags
from services.render.drawing import Drawing
from tests.kit.logged_match import LoggedMatch
from tests.services.render.concordia.drawings import RENDERER, drawing
from tests.services.render.concordia.tables import Position

Composed: TypeAlias = tuple[Drawing, list[cmd.MoveColonist]]
_POINTED = re.compile(r'data-handle="([^"]+)"')
_PLATE = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="34"')


def drafts(seed: int = 3) -> Iterator[Composed]:
    """Tables on which an Architect has moved until no step was left, and is about to build."""
    logged = LoggedMatch(GAME, 4, seed, {"map": "imperium"})
    for _ in logged.steps(seed):
        waiting = logged.match.to_act()
        if isinstance(waiting, tuple) and waiting:
            yield from _composed(logged, waiting[0])


def _composed(logged: LoggedMatch, seat: Seat) -> Iterator[Composed]:
    cards = [one for one in logged.match.legal(seat) if isinstance(one, cmd.PlayCard) and "architect" in one.card]
    commands: list[cmd.PlayCard | cmd.MoveColonist | cmd.EndMoves] = [*cards[:1]]
    while commands:
        after = draft.preview(logged.match, seat, commands).match
        legal = after.legal(seat)
        moves = [one for one in legal if isinstance(one, cmd.MoveColonist)]
        if not moves:
            position = Position(GAME.view(after.state, seat), seat, tuple(legal))
            paths = tuple(RENDERER.handles(one) for one in commands)
            moved = [one for one in commands if isinstance(one, cmd.MoveColonist)]
            yield msgspec.structs.replace(drawing(position), drafted=paths), moved
            return
        commands.append(moves[len(moves) // 3])


@pytest.fixture(scope="module")
def composed() -> list[Composed]:
    return [*drafts()]


def test_each_move_of_a_draft_has_an_arrow_that_ends_at_its_line(
    composed: list[Composed],
) -> None:
    assert max(len(moves) for _, moves in composed) > 1
    for table, moves in composed:
        arrows = re.findall(r'class="trail".*?d="([^"]*)"', board(table).body)
        assert len(arrows) == len(moves)
        for arrow, move in zip(arrows, moves, strict=True):
            places = [tuple(map(float, place.split())) for place in arrow.removeprefix("M").split("L")]
            end = GEOMETRY["imperium"].lines[move.line].mid
            assert ((places[-1][0] - end.x) ** 2 + (places[-1][1] - end.y) ** 2) ** 0.5 < 25
            # From a city over n lines there are n - 1 cities between; from a line one more.
            points = BOARDS["imperium"].ways[move.kind][move.origin][move.line].points
            assert len(places) == 2 * points + (move.origin in BOARDS["imperium"].lines)


def test_without_a_draft_there_is_no_arrow(composed: list[Composed]) -> None:
    table, _ = next(one for one in composed if one[1])
    assert "trail" not in board(msgspec.structs.replace(table, drafted=())).body


def test_a_house_that_cannot_be_paid_has_a_faint_tag_with_what_is_missing(
    composed: list[Composed],
) -> None:
    met = 0
    for table, _ in composed:
        chart = chart_of(ConcordiaPen(table))
        tags = price_tags(chart)
        legal = [handle for handle in table.legal if handle.startswith("city:")]
        open_ = [price for price in chart.pen.view.outlook.house_prices if price.blocked is None] if legal else []
        dear = [price for price in open_ if price.lacks_money or price.lacks_goods]
        missing = sum(len(price.lacks_goods) + bool(price.lacks_money) for price in dear)
        met += missing
        assert tags.count(f'stroke="{table.theme["accent"]}"') == len(legal)
        assert tags.count(f'stroke="{table.theme["line"]}"') == len(dear)
        assert tags.count('stroke-width="2.2"') == missing
        assert sorted(_POINTED.findall(tags)) == sorted(legal), "a click on a tag is one on its city"
    assert met


def test_no_tag_lies_below_the_cards_for_sale_or_the_prices(
    composed: list[Composed],
) -> None:
    placed = {part.name: (x, y, scale) for part, x, y, scale in RENDERER.layout(composed[0][0]).placed}
    plates = [plate for table, _ in composed for plate in _PLATE.findall(price_tags(chart_of(ConcordiaPen(table))))]
    assert plates
    map_x, map_y, map_scale = placed["map"]
    for name, (width, height) in (("market", (529, 97)), ("prices", (346, 88))):
        x, y, scale = placed[name]
        above = TagBox(
            (x - map_x) / map_scale, (y - map_y) / map_scale, width * scale / map_scale, height * scale / map_scale
        )
        assert not [one for one in plates if above.overlap(TagBox(float(one[0]), float(one[1]), float(one[2]), 34))], (
            name
        )
