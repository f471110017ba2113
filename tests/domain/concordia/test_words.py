"""Whatever happens, is offered or is refused can be told to a player."""

import re
from pathlib import Path

import pytest

import domain.concordia
from domain.concordia import GAME
from domain.concordia import events as ev
from domain.concordia.data import CARDS, DATA, GOODS
from domain.kernel.game import Event
from domain.kernel.ids import Seat
from tests.kit import recordings

PLAYERS = ["Ada", "Bea", "Cato", "Dido", "Enno"]
SAY = GAME.words.languages["en"]


@pytest.mark.parametrize("name", recordings.names(GAME))
def test_every_event_of_a_recorded_game_reads_as_a_sentence(name: str) -> None:
    for entry in recordings.load(GAME, name).log:
        if type(entry.event) in GAME.events:
            text = GAME.words.describe(entry.event, players=PLAYERS)
            assert text.endswith("."), text
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


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            ev.HouseBuilt(seat=Seat(0), city="massilia", money=1, goods=("food",)),
            "Ada built a house in Massilia for 1 food, 1 sestertius.",
        ),
        (
            ev.GoodsReceived(seat=Seat(1), goods=("tool", "tool", "cloth"), forgone=()),
            "Bea stored: 2 tools, 1 cloth. Forgone: nothing.",
        ),
        (
            ev.InterimClosed(money=(1, 0, 2)),
            "The interim scoring is over. Paid: Ada 1 sestertius, Cato 2 sestertii. The score track is back at 0.",
        ),
    ],
)
def test_amounts_are_told_in_full(event: Event, text: str) -> None:
    assert GAME.words.describe(event, players=PLAYERS) == text
