"""Everything a player reads has words: choices, events, the arithmetic of points, and every printed thing."""

import pytest

from domain.forum_trajanum import GAME, scoring
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.game import TIE_BREAKS
from domain.forum_trajanum.printed import AREA_BONUSES, COLOURS, GREYS, KIND, RESOURCES, ROWS, TILES
from domain.forum_trajanum.state import SECRET_STAGES
from domain.kernel.game import Command, PointsScored
from domain.kernel.replay import read
from tests.kit.sitting import played

PRINTED = (*TILES, *RESOURCES, *COLOURS, *GREYS, *(kind.structure for kind in KIND.values()), *AREA_BONUSES)
OTHERS = (*ROWS, *SECRET_STAGES, *scoring.STEPS, *scoring.SOURCES, *TIE_BREAKS, True, False, None)


@pytest.mark.parametrize("value", [*PRINTED, *OTHERS])
def test_it_has_a_name(value: object) -> None:
    assert f"name.{value}" in GAME.words.languages["en"]


def test_a_whole_game_can_be_told() -> None:
    sitting = played(GAME, 4, 5, {"newcomers": [0]})
    players = ["Tanja", "Tom", "Tina", "Tim"]
    for happened in read(sitting.codec, sitting.records):
        text = GAME.words.describe(happened.event, players=players)
        assert "{" not in text
        if isinstance(happened.event, PointsScored):
            assert all(GAME.words.say(f"term.{term.label}", term.args) for term in happened.event.detail)


@pytest.mark.parametrize(
    ("command", "label"),
    [
        (cmd.TakeTile(street="lyre", cell="r2c3", tribune=False), "Take the tile on r2c3 in the street of the lyre"),
        (
            cmd.TakeTile(street="lyre", cell="r5c3", tribune=True),
            "Take the tile on r5c3 for a tribune, ignoring the lyre",
        ),
        (cmd.KeepTile(tile="R05"), "Keep green worker + yellow worker"),
        (cmd.Pay(resources=("builder", "worker_green")), "Pay builder, green worker"),
        (cmd.PayCitizens(rows=(1, 6)), "Pay for rows: Patrician I, Artisan II"),
        (cmd.PayCitizens(rows=()), "Pay for rows: nothing"),
        (cmd.ChooseSite(cells=("r1c2", "r1c3")), "Build on r1c2, r1c3"),
    ],
)
def test_labels_read_well(command: Command, label: str) -> None:
    assert GAME.words.describe(command) == label
