"""Whatever happens, is offered or is refused can be told to a player."""

import re
from pathlib import Path

import pytest

import domain.concordia
from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia.data import CARDS, DATA, GOODS
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.kit import recordings

SAY = GAME.words.languages["en"]


@pytest.mark.parametrize("name", recordings.names(GAME))
def test_every_event_of_a_recorded_game_reads_as_a_sentence(name: str) -> None:
    players = ["Ada", "Bea", "Cato", "Dido", "Enno"]
    for entry in recordings.load(GAME, name).log:
        if type(entry.event) in GAME.events:
            text = GAME.words.describe(entry.event, players=players)
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
    ("command", "label"),
    [
        (cmd.PlayCard(card="start-prefect-2"), "Play Prefect"),
        (
            cmd.MoveColonist(kind="sea", origin="roma", line="imp-S30"),
            "Move the sea colonist from Roma to Massilia–Roma",
        ),
        (cmd.BuyCard(card="II-weaver", goods=("brick", "cloth")), "Buy Weaver (II) for brick, cloth"),
        (cmd.CopyCard(opponent=Seat(1), card="V-consul"), "Act as Consul (V), played by Bea"),
        (cmd.StoreGoods(goods=("food", "wine")), "Keep food, wine"),
        (cmd.OrderOverflow(order="ask"), "When goods do not fit and it is not your turn: ask me"),
    ],
)
def test_labels(command: Command, label: str) -> None:
    assert GAME.words.describe(command, players=["Ada", "Bea"]) == label
