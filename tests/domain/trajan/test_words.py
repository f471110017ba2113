"""What players read: every printed thing has its name, and nothing is left out, misspelt or told twice."""

import re

import pytest

from domain.kernel.game import Event, PointsScored, Step
from domain.trajan import GAME
from domain.trajan.data import (
    BONUS_TILES,
    BUILDINGS,
    DATA,
    EXTRA_STACK,
    FORUM_STACK,
    GOODS,
    SHIPS,
    TRAJAN_TILES,
    BonusTile,
    TrajanTile,
)
from domain.trajan.events import quarter, turn
from domain.trajan.phases.quarter import OVER, STEPS
from tests.domain.trajan.positions import A, B, C
from tests.kit import recordings
from tests.kit.logged_match import LoggedMatch

SAY = GAME.words.languages["en"]
PLAYERS = ("Ada", "Ben", "Cleo", "Dan")
PRINTED = {*BONUS_TILES, *BUILDINGS, *FORUM_STACK, *EXTRA_STACK, *GOODS, *SHIPS, *TRAJAN_TILES}
RAW = re.compile(r"\bT\d\d\b|_|None|True|False|\{| [.,:]|\b1 \w+s\b")
"""What never belongs into a sentence: a key of the data, a bare value, a gap, one thing in the plural."""


def test_everything_that_is_printed_or_owed_has_a_name() -> None:
    places = {node.id for node in DATA.map_node}
    named = PRINTED | places | set(STEPS) | {OVER} | set(GAME.sources)
    assert {thing for thing in named if not SAY.get(f"name.{thing}")} == set()


@pytest.mark.parametrize("tile", TRAJAN_TILES.values(), ids=lambda tile: tile.id)
def test_the_name_of_a_trajan_tile_says_what_it_gives_and_asks_for(tile: TrajanTile) -> None:
    first, second = tile.colours
    colours = f"{first} twice" if first == second else f"{first} and {second}"
    points = "1 point" if tile.vp == 1 else f"{tile.vp} points"
    name = SAY[f"name.{tile.id}"]
    assert name.endswith(f" ({points}; {colours})") or name == f"{points} ({colours})"
    assert (tile.need or "") in name


@pytest.mark.parametrize("tile", BONUS_TILES.values(), ids=lambda tile: tile.id)
def test_a_bonus_tile_says_what_its_sides_pay(tile: BonusTile) -> None:
    for side, pays in (("gold", tile.gold), ("silver", tile.silver)):
        amount = {0.5: "half a point", 1: "1 point"}.get(pays, f"{pays:g} points")
        words = SAY[f"{side}.{tile.id}"]
        assert words.startswith(f"{amount} for ")
        assert all(good in words for good in tile.goods if good != "gems")
        assert (tile.need or "") in words


@pytest.mark.parametrize("name", recordings.names(GAME))
def test_every_event_and_every_summand_of_a_recorded_game_reads_well(name: str) -> None:
    sentences, summands = set(), set()
    for entry in recordings.load(GAME, name).log:
        if type(entry.event) in GAME.events:
            sentences.add(GAME.words.describe(entry.event, players=PLAYERS))
        if isinstance(entry.event, PointsScored):
            summands |= {GAME.words.say(f"term.{term.label}", term.args) for term in entry.event.detail}
    assert {text for text in sentences | summands if RAW.search(text)} == set()
    assert {text for text in sentences if not text.endswith(".")} == set()


@pytest.mark.parametrize("players", GAME.meta.players)
def test_no_two_options_read_alike(players: int) -> None:
    for logged in LoggedMatch(GAME, players, 8).steps(8):
        waiting = logged.match.to_act()
        for seat in () if isinstance(waiting, Step) else waiting:
            view = GAME.view(logged.match.state, seat)
            labels = [GAME.label(view, command) for command in logged.match.legal(seat)]
            assert len(set(labels)) == len(labels)
            assert [label for label in labels if RAW.search(label)] == []


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            turn.TrajanTileCompleted(seat=A, slot="VI", tile="T19", kept=False),
            "Ada completed the Trajan tile on slot VI: 1 worker (5 points; yellow and orange).",
        ),
        (
            turn.TrajanTileTaken(seat=A, stack="goods", tile="T02", slot="I", shows=None),
            "Ada put a Trajan tile on slot I: 2 goods cards (3 points; blue twice). Next in its stack: none.",
        ),
        (turn.ArchMoved(seat=A, slot="III"), "The arch of Ada moved on. Next empty slot: III."),
        (turn.ArchMoved(seat=A, slot=None), "The arch of Ada moved on. Next empty slot: none."),
        (
            turn.GeneralMoved(seat=B, province="alpes", tile="votes_3"),
            "The general of Ben moved to Alpes. Forum tile there: 3 votes.",
        ),
        (
            turn.WorkerPlaced(seat=B, cell="A3", building=None),
            "Ben put a worker into A3. Building there: none.",
        ),
        (turn.FiguresPlaced(seat=A, camp="worker", count=1), "Ada put 1 figure into the worker camp."),
        (
            turn.GoodsShipped(seat=A, ship="same", cards=("oil", "oil"), wilds=1),
            "Ada loaded the ship for equal goods: oil, oil; wild goods: 1.",
        ),
        (
            quarter.NeedsCounted(seat=A, trajan=(), needs=("games", "games"), unmet=1),
            "Ada meets needs with Trajan tiles: nothing; with stored tiles: games, games; leaves 1 need unmet.",
        ),
        (
            quarter.VotesCounted(votes=(5, 0, 1), ranking=(A, C, B)),
            "The votes were counted: Ada 5 votes, Cleo 1 vote.",
        ),
        (quarter.NeedsSettled(seat=A), "Ada has used stored tiles for the needs."),
        (
            quarter.BonusTileTaken(seat=B, tile="need_bread", gold=False),
            "Ben became consul and took the bonus tile: stored bread, silver side up.",
        ),
        (
            quarter.ProvincesFilled(tiles={"alpes": "bread", "noricum": "games"}),
            "New forum tiles lie in: Alpes, Noricum.",
        ),
        (quarter.StepDue(step=OVER), "Next: the end of the game."),
        (
            PointsScored(seat=A, points=-4, source="unmet_needs", detail=()),
            "Points for Ada: -4 (unmet needs).",
        ),
    ],
)
def test_events_read_well(event: Event, text: str) -> None:
    assert GAME.words.describe(event, players=PLAYERS) == text
