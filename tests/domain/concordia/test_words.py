"""Whatever happens, is offered or is refused can be told to a player."""

import re
from pathlib import Path

import pytest

import domain.concordia
from domain.concordia import GAME
from domain.concordia import events as ev
from domain.concordia.actions import architect, colonist, diplomat
from domain.concordia.data import CARDS, DATA, GOODS, SPECIALISTS
from domain.concordia.legal import MAY_STOP
from domain.kernel.game import Event, Term
from domain.kernel.ids import Seat
from tests.kit import recordings

PLAYERS = ["Ada", "Bea", "Cato", "Dido", "Enno"]
SAY = GAME.words.languages["en"]
SILENT = {ev.DeckStacked, ev.TurnBegan, ev.ActionBegan, ev.GoodsDue, ev.DisplaySlid, ev.GameEnded}
"""What tells nothing by itself: the lines around it say it."""


@pytest.mark.parametrize("name", recordings.names(GAME))
def test_every_event_of_a_recorded_game_reads_as_a_sentence(name: str) -> None:
    for entry in recordings.load(GAME, name).log:
        if type(entry.event) in GAME.events:
            text = GAME.words.describe(entry.event, players=PLAYERS)
            assert bool(text) == (type(entry.event) not in SILENT) or type(entry.event) is ev.StepDue, text
            assert text.endswith(".") or not text, text
            assert "-L0" not in text, text
            assert "start-" not in text, text


def test_everything_printed_has_a_name() -> None:
    things = [*GOODS, *CARDS, "roma"]
    for board in DATA.maps.values():
        things += [thing.id for row in (board.cities, board.provinces, board.lines) for thing in row]
    assert [thing for thing in things if f"name.{thing}" not in SAY] == []


def test_every_refusal_has_words() -> None:
    package = Path(domain.concordia.__file__).parent
    source = "\n".join(path.read_text("utf-8") for path in package.rglob("*.py"))
    reasons = set(re.findall(r'IllegalMove\(\s*"(\w+)"', source))
    assert len(reasons) > 25
    assert [reason for reason in reasons if f"illegal.{reason}" not in SAY] == []


YOU, BEA = Seat(0), Seat(1)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            ev.HouseBuilt(seat=YOU, city="massilia", money=2, goods=("food",), province="gallia", good="brick", nth=2),
            "Ada built the 2nd house in Massilia, Gallia (brick) for 1 food, 2 sestertii.",
        ),
        (
            ev.HouseBuilt(seat=YOU, city="massilia", money=1, goods=("food",)),
            "Ada built a house in Massilia for 1 food, 1 sestertius.",
        ),
        (ev.GoodsReceived(seat=BEA, goods=("tool", "tool"), forgone=()), "Bea stored 2 tools."),
        (
            ev.GoodsReceived(seat=BEA, goods=("cloth",), forgone=("food",)),
            "Bea stored 1 cloth and had no room for 1 food.",
        ),
        (ev.GoodsReceived(seat=BEA, goods=(), forgone=("food",)), "Bea had no room for 1 food."),
        (ev.ActionForgone(seat=BEA, action="tribune"), "Bea placed no colonist."),
        (
            ev.MoneyReceived(seat=BEA, money=8, source="colonist", base=5, colonists=3),
            "Bea received 8 sestertii from the Colonist card (5 + 3 colonists on the map).",
        ),
        (ev.MoneyReceived(seat=BEA, money=8), "Bea received 8 sestertii."),
        (
            ev.CardsReturned(seat=YOU, cards=("I-architect", "start-tribune"), money=0),
            "Ada took back Architect, Tribune.",
        ),
        (
            ev.CardsReturned(
                seat=YOU, cards=("start-prefect-1", "start-prefect-2", "I-mason", "start-tribune"), money=1
            ),
            "Ada took back Prefect (× 2), Mason, Tribune and received 1 sestertius.",
        ),
        (ev.CardCopied(seat=YOU, opponent=BEA, card="II-architect"), "Ada copied Bea’s Architect."),
        (
            ev.ConcordiaTaken(seat=YOU, reason="houses"),
            "Ada built the 15th house and took the Concordia card (7 points). Everyone else has one more turn.",
        ),
        (
            ev.InterimScored(
                seat=YOU,
                points=7,
                detail=(
                    Term(points=3, label="vesta", args={"card": "start-senator", "money": 9, "goods": 29}),
                    Term(points=4, label="mars", args={"card": "start-tribune", "colonists": 2}),
                ),
            ),
            (
                "Interim scoring for Ada: Senator – 9 sestertii and goods worth 29, 1 point for each 10 = 3; "
                "Tribune – 2 colonists on the map, 2 points each = 4. Total 7 points."
            ),
        ),
        (
            ev.InterimClosed(money=(1, 0, 2)),
            "The interim scoring is over. Paid: Ada 1 sestertius, Cato 2 sestertii. The score track is back at 0.",
        ),
        (
            ev.InterimClosed(money=(0, 0, 0), void=True),
            (
                "The interim scoring was cancelled, because not everyone has played a Tribune. "
                "The score track is back at 0."
            ),
        ),
    ],
)
def test_a_line_tells_what_happened_and_no_more(event: Event, text: str) -> None:
    assert GAME.words.describe(event, players=PLAYERS) == text


def test_the_end_is_told_by_the_printed_numbers() -> None:
    assert DATA.components.per_player.houses == 15
    assert DATA.end_of_game.concordia_vp == 7


def test_everything_that_can_be_left_undone_has_words() -> None:
    undone = {*MAY_STOP - {colonist.MORE}, architect.MOVING, diplomat.ACTION, *SPECIALISTS}
    assert {key.removeprefix("forgone.") for key in SAY if key.startswith("forgone.")} == undone
