"""What players read: every printed thing has its name, and nothing is left out, misspelt or told twice."""

import re

import pytest

from domain.kernel.branching import CARRIED_OVER
from domain.kernel.game import Event, PointsScored, Step, Term
from domain.trajan import GAME
from domain.trajan.data import (
    BONUS_TILES,
    BUILDINGS,
    DATA,
    EXTRA_STACK,
    FORUM_STACK,
    GOODS,
    SENATE_SPACES,
    SHIPS,
    TRAJAN_TILES,
    BonusTile,
    TrajanTile,
)
from domain.trajan.events import quarter, setup, turn
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
    assert {source for source in (*GAME.sources, CARRIED_OVER) if not SAY.get(f"counted.{source}")} == set()


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
        assert words.startswith((f"{amount} for ", f"{amount} if "))
        assert all(good in words for good in tile.goods if good != "gems")
        assert (tile.need or "") in words


@pytest.mark.parametrize("name", recordings.names(GAME))
def test_every_event_and_every_summand_of_a_recorded_game_reads_well(name: str) -> None:
    sentences, summands = set(), set()
    for entry in recordings.load(GAME, name).log:
        if type(entry.event) in GAME.events:
            sentences.add(GAME.words.describe(entry.event, players=PLAYERS))
        if isinstance(entry.event, PointsScored):
            source = entry.event.source
            summands |= {GAME.words.term(term.label, term.args, source) for term in entry.event.detail}
    assert {text for text in sentences | summands if RAW.search(text)} == set()
    assert {text for text in sentences if text and not text.endswith(".")} == set()


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
            "Ada put a Trajan tile on slot I: 2 commodity cards (3 points; blue twice). The stack is empty now.",
        ),
        (
            turn.TrajanTileTaken(seat=A, stack="goods", tile="T02", slot="I", shows="T01"),
            (
                "Ada put a Trajan tile on slot I: 2 commodity cards (3 points; blue twice)."
                " Now on top of the stack: 2 commodity cards (3 points; orange twice)."
            ),
        ),
        (turn.TimeMoved(spaces=2, index=6, laps=0), "The time marker moved 2 spaces to space 6."),
        (
            turn.TimeMoved(spaces=4, index=0, laps=1),
            "The time marker moved 4 spaces and reached the start: the round ends after this turn.",
        ),
        (
            turn.TimeMoved(spaces=4, index=1, laps=1),
            "The time marker moved 4 spaces past the start to space 1: the round ends after this turn.",
        ),
        (
            turn.TimeMoved(spaces=12, index=0, laps=2),
            "The time marker moved 12 spaces and reached the start: two rounds end after this turn.",
        ),
        (
            turn.BowlActivated(seat=C, bowl="IV", action="senate", owed=()),
            "Cleo’s last marker fell into tray IV: senate.",
        ),
        (turn.ArchMoved(seat=A, slot="III"), "Ada’s arch moved to slot III."),
        (turn.ArchMoved(seat=A, slot=None), "Ada’s arch stands in the centre: the circle is full."),
        (
            turn.GeneralMoved(seat=B, province="alpes", tile="votes_3"),
            "Ben moved the military leader to Alpes, taking the tile there: 3 votes.",
        ),
        (turn.GeneralMoved(seat=B, province="alpes", tile=None), "Ben moved the military leader to Alpes."),
        (turn.WorkerPlaced(seat=B, cell="A3", building=None), "Ben sent a worker to A3, where no building is left."),
        (turn.WorkerPlaced(seat=B, cell="A3", building="door_3"), "Ben built in A3: door (3 points)."),
        (turn.FiguresPlaced(seat=A, camp="worker", count=1), "Ada hired 1 worker."),
        (turn.FiguresPlaced(seat=A, camp="military", count=2), "Ada recruited 2 legionnaires."),
        (turn.SenateAdvanced(seat=C, space=3), "Cleo advanced in the senate to space 4."),
        (
            turn.GoodsShipped(seat=A, ship="same", cards=("oil", "oil"), wilds=1),
            "Ada loaded the ship for equal commodities: 2 oil, 1 wild commodity.",
        ),
        (
            turn.GoodsShipped(seat=A, ship="different", cards=("gems", "oil"), wilds=0),
            "Ada loaded the ship for different commodities: 1 gem, 1 oil.",
        ),
        (
            turn.GoodsShipped(seat=A, ship="pairs", cards=(), wilds=2),
            "Ada loaded the ship for pairs: 2 wild commodities.",
        ),
        (
            turn.ExtraTileUsed(seat=A, tile="wild_extra_action", action="senate", twice=True, owed=()),
            "Ada used a tile to repeat an action up to twice: senate (wild extra action).",
        ),
        (
            turn.ChoiceDue(seat=A, kind="action", what="senate"),
            "This first building of its kind brings an action: senate.",
        ),
        (quarter.NeedsCounted(seat=A, trajan=(), needs=(), unmet=3), "Ada met none of the 3 demands."),
        (quarter.NeedsCounted(seat=A, trajan=(), needs=("games", "games"), unmet=1), "Ada left 1 demand unmet."),
        (
            quarter.NeedsCounted(seat=A, trajan=("T46",), needs=("games", "games"), unmet=0),
            "Ada met all demands; Trajan tiles used: bread every quarter (1 point; pink twice).",
        ),
        (
            quarter.NeedCovered(seat=A, need="bread", tile="wild_need"),
            "Ada met the demand for bread with a wild demand tile.",
        ),
        (quarter.VotesCounted(votes=(5, 0, 6), ranking=(C, A, B)), "Votes: Cleo 6, Ada 5, Ben 0."),
        (
            quarter.BonusTileTaken(seat=B, tile="need_religion", gold=True),
            "Ben became first consul and took the bonus tile: 9 points if you have a religion forum tile (gold side).",
        ),
        (
            quarter.BonusTileTaken(seat=B, tile="workers", gold=False),
            (
                "Ben became second consul and got the bonus tile:"
                " half a point for each worker in the construction area, rounded up (silver side)."
            ),
        ),
        (
            quarter.DiscsStacked(seats=(B, A, C)),
            "Senate discs on the start space, from the bottom up: Ben, Ada and Cleo.",
        ),
        (
            quarter.QuarterCleared(votes=((), ("votes_2",)), forum=("bread", "votes_3"), needs=("bread",)),
            "The demand tiles and all vote tiles were removed, and so was the rest of the forum area: bread, 3 votes.",
        ),
        (
            quarter.QuarterCleared(votes=((), ()), forum=(), needs=("bread",)),
            "The demand tiles and all vote tiles were removed.",
        ),
        (
            quarter.BonusTilesOffered(tiles=("gold_tiles", "legionaries")),
            (
                "Bonus tiles beside the senate track: 3 points for each bonus tile with its gold side up,"
                " 2 points for each legionnaire in a province."
            ),
        ),
        (
            quarter.ProvincesFilled(tiles={"alpes": "bread", "noricum": "games"}),
            "New forum tiles: bread in Alpes, games in Noricum.",
        ),
        (quarter.ProvincesFilled(tiles={}), "No province got a new tile."),
        (
            setup.ConstructionTilesLaid(cells={"A1": "door_2", "A2": "roof_5"}),
            "Construction tiles: A1 door (2 points), A2 roof (5 points).",
        ),
        (
            setup.TrajanStacksLaid(tops={"goods": "T02", "points": "T10"}, below={}),
            "Trajan tiles on top of the stacks: 2 commodity cards (3 points; blue twice), 9 points (orange twice).",
        ),
        (
            PointsScored(seat=A, points=-4, source="unmet_needs", detail=()),
            "Points for Ada: \N{MINUS SIGN}4 (unmet demands).",
        ),
        (
            PointsScored(
                seat=A,
                points=6,
                source="cards_in_hand",
                detail=(Term(points=6, label="each", args={"count": 6, "each": 1}),),
            ),
            "Points for Ada: +6 (cards in hand, 6 cards, 1 point each).",
        ),
        (
            PointsScored(
                seat=A,
                points=4,
                source="conquest",
                detail=(
                    Term(points=10, label="province", args={"province": "aquitania"}),
                    Term(points=-6, label="foreign_legionaries", args={"count": 2}),
                ),
            ),
            "Points for Ada: +4 (conquest, Aquitania = 10; other players’ legionnaires (2) = \N{MINUS SIGN}6).",
        ),
        (
            PointsScored(
                seat=A,
                points=15,
                source="bonus_goods",
                detail=(
                    Term(
                        points=12,
                        label="bonus_tile",
                        args={"tile": "goods_wine_fish", "side": "gold", "count": 4},
                    ),
                    Term(points=3, label="bonus_wild_goods", args={"count": 1}),
                ),
            ),
            (
                "Points for Ada: +15 (bonus tile, 4 cards, 3 points for each wine or fish card laid out = 12; "
                "1 wild commodity = 3)."
            ),
        ),
    ],
)
def test_events_read_well(event: Event, text: str) -> None:
    assert GAME.words.describe(event, players=PLAYERS) == text


@pytest.mark.parametrize(
    "event",
    [
        turn.TurnBegan(seat=A, owed=()),
        turn.ActionTaken(seat=A, action="port", owed=()),
        turn.ChoiceDue(seat=A, kind="discard"),
        turn.ChoiceDue(seat=A, kind="special", what="T01"),
        turn.SpecialActionUsed(seat=A, tile="T01"),
        turn.GoodsChosen(seat=A, good="oil", wilds=0),
        turn.RepeatDeclined(seat=A, action="port"),
        turn.ChoicesLapsed(seat=A, count=1),
        turn.TurnEnded(seat=A),
        quarter.StepDue(step=OVER),
        quarter.NeedsSettled(seat=A),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_tells_nothing_has_no_line(event: Event) -> None:
    assert GAME.words.describe(event, players=PLAYERS) == ""


def test_the_senate_is_told_by_the_numbers_on_its_spaces() -> None:
    printed = {str(space): str(it.votes) for space, it in enumerate(SENATE_SPACES) if space}
    assert {key.removeprefix("senate."): text for key, text in SAY.items() if key.startswith("senate.")} == printed
