"""Everything a player reads has words: choices, events, the arithmetic of points, and every printed thing."""

from typing import get_args

import pytest

from domain.forum_trajanum import GAME, scoring
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.data import (
    AREA_BONUSES,
    COLOURS,
    GREYS,
    KIND,
    LAST_SPACE,
    RESOURCES,
    ROWS,
    STREETS,
    TILES,
    TRACKS,
    TRAJAN_CARD,
)
from domain.forum_trajanum.game import TIE_BREAKS
from domain.forum_trajanum.state import SECRET_STAGES, Shape
from domain.kernel.game import Command, Event, PointsScored
from domain.kernel.ids import Seat
from domain.kernel.log import read
from tests.kit.logged_match import played

PRINTED = (
    *TILES,
    *RESOURCES,
    *COLOURS,
    *GREYS,
    *(kind.structure for kind in KIND.values()),
    *AREA_BONUSES,
    *TRAJAN_CARD,
)
BUILDINGS = [f"{shape} {colour}" for shape in get_args(Shape) for colour in COLOURS]
REWARDS = [f"{track} {space}" for track in TRACKS for space in range(1, LAST_SPACE + 1)]
OTHERS = (*ROWS, *SECRET_STAGES, *scoring.STEPS, *scoring.SOURCES, *TIE_BREAKS, *STREETS[0], None)


@pytest.mark.parametrize("value", [*PRINTED, *BUILDINGS, *REWARDS, *OTHERS])
def test_it_has_a_name(value: object) -> None:
    assert f"name.{value}" in GAME.words.languages["en"]


def test_two_tiles_that_show_the_same_can_be_told_apart_in_a_list_of_choices() -> None:
    assert len({GAME.words.name(tile, "en") for tile in TILES}) == len(TILES)


def test_a_whole_game_can_be_told() -> None:
    logged = played(GAME, 4, 5, {"newcomers": [0]})
    players = ["Tanja", "Tom", "Tina", "Tim"]
    for happened in read(logged.codec, logged.records):
        text = GAME.words.describe(happened.event, players=players)
        assert "{" not in text
        if isinstance(happened.event, PointsScored):
            assert all(GAME.words.say(f"term.{term.label}", term.args) for term in happened.event.detail)


@pytest.mark.parametrize(
    ("command", "label"),
    [
        (cmd.PickTile(tile="R05"), "Take green worker + yellow worker from your display"),
        (cmd.ExchangeWorkers(colour="blue"), "Exchange 2 blue workers for 1 builder"),
        (cmd.SwapResource(gives="coin", gets="tribune"), "Merchant II: exchange 1 coin for 1 tribune"),
    ],
)
def test_labels_read_well(command: Command, label: str) -> None:
    assert GAME.words.describe(command) == label


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            ev.ResourcesExchanged(seat=Seat(0), ability=0, gives="worker_blue", number=2, gets="builder"),
            "Tanja exchanged 2 blue workers for 1 builder.",
        ),
        (
            ev.BuildingPlaced(
                seat=Seat(0),
                colour="yellow",
                shape="two_structures",
                cells=("r1c2", "r1c3"),
                buildings=("stable", "stable"),
                paid=("assistant", "worker_blue", "worker_yellow"),
            ),
            (
                "Tanja paid 1 assistant, 1 blue worker, 1 yellow worker "
                "and built the stable in row 1, column 2; the stable in row 1, column 3."
            ),
        ),
        (ev.RewardTaken(seat=Seat(0), track="basilica", space=4), "Tanja took basilica reward 4: build again."),
        (
            ev.DraftRevealed(seat=Seat(0), cells=(), tribunes=0, kept=None, passed=None, to=Seat(1)),
            "Tanja took no tile.",
        ),
        (
            ev.StartCitizenPlaced(seat=Seat(0), tile="C-M-w", row=3, corner="r1c6"),
            "Tanja’s merchant (woman) starts in the row Merchant I, from the top right corner.",
        ),
        (
            ev.ResourcesGained(seat=Seat(0), resources=("worker_blue",), dealt=True),
            "Tanja was dealt 1 blue worker.",
        ),
        (ev.ResourcesGained(seat=Seat(0), resources=("assistant", "assistant")), ""),
        (ev.StreetCardsRevealed(round=3, cards=("lyre", "arch")), "Round 3, streets: lyre, arch."),
        (ev.StreetCardsRevealed(round=3, cards=("arch", "arch")), "Round 3, streets: arch (× 2)."),
        (ev.StartPlayerMoved(seat=Seat(0)), "Tanja is the next start player."),
        (ev.StepDue(step="cranes"), ""),
        (ev.StepDue(step=""), "The last scoring is over."),
    ],
)
def test_lines_of_the_timeline_read_well(event: Event, line: str) -> None:
    assert GAME.words.describe(event, players=["Tanja"]) == line


@pytest.mark.parametrize(
    ("number", "words"), [(1, "Merchant I, 1 grey building × 2"), (4, "Merchant I, 4 different grey buildings × 2")]
)
def test_the_arithmetic_of_points_reads_well(number: int, words: str) -> None:
    assert GAME.words.say("term.street", {"row": 3, "types": number, "times": 2}) == words


@pytest.mark.parametrize("resource", RESOURCES)
def test_one_and_many_of_a_resource_are_told_differently(resource: str) -> None:
    assert GAME.words.count(2, resource, "en") == f"2 {GAME.words.name(resource, 'en')}s"


def test_a_first_game_tells_that_two_phases_have_no_trajan_card() -> None:
    told = GAME.words.describe(ev.TrajanCardsRevealed(cards=("", "", "III-1")))
    assert told.startswith("The Trajan card, for cycle III only: III-1 (build coloured, grey, grey")
