"""The worked examples of examples.toml, each named by its id."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from domain.forum_trajanum import GAME, prestige, trajan_cards
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.data import TRAJAN_CARD
from domain.forum_trajanum.price import payments
from domain.forum_trajanum.state import Colony, ForumTrajanumState, Owed, Shape
from domain.kernel.game import PointsScored
from tests.domain.forum_trajanum import positions as at
from tests.kit.scenario import Given, given

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))["example"]
SHAPES: dict[tuple[int, int], Shape] = {
    (1, 0): "grey",
    (0, 1): "structure",
    (1, 1): "grey_and_structure",
    (0, 2): "two_structures",
}
CLASS_ROW = {"patrician": 1, "merchant": 3, "artisan": 5}
RESOURCES = {"tribune", "builder", "assistant", "coin", "worker_blue", "worker_green", "worker_orange", "worker_yellow"}


def of_kind(kind: str) -> pytest.MarkDecorator:
    found = [example for example in EXAMPLES if example["kind"] == kind]
    return pytest.mark.parametrize("example", found, ids=[example["id"] for example in found])


def test_every_example_is_used() -> None:
    used = {"column_points", "crane_points", "area_points", "payment", "scoring", "trajan_build", "trajan_collect"}
    assert {example["kind"] for example in EXAMPLES} == used


@of_kind("column_points")
def test_column_points(example: dict[str, Any]) -> None:
    state = at.built(at.opened(), {"r2c2": "column"})
    at.settle(state, 1, example["given"]["active_citizens"])
    state.public.phase = example["given"]["phase"]
    owing = at.owing(state, Owed(kind="rewards", cells=("r2c2",)))
    given(GAME, owing).when(0, cmd.CollectReward(cell="r2c2")).then_scored(0, example["expect"])


@of_kind("crane_points")
def test_crane_points(example: dict[str, Any]) -> None:
    state = at.uncover(at.opened(), "r1c1")
    at.colony_of(state).cranes["r1c1"] = "green"
    cells = ("r2c1", "r2c2", "r3c1", "r3c2", "r3c3")[: example["given"]["structures_of_the_colour"]]
    at.built(state, dict.fromkeys(cells, "park"))
    due = at.scoring(state, "cranes", example["given"]["phase"])
    given(GAME, due).when_resolved().then_scored(0, example["expect"], "cranes")


@of_kind("area_points")
def test_area_points(example: dict[str, Any]) -> None:
    wanted = example["given"]
    colony = Colony(board=0, stock={}, slider=wanted["position"], advanced=wanted["side"] == "advanced")
    assert prestige.area_points(colony, wanted["envoys"]) == example["expect"]


@of_kind("payment")
def test_payment(example: dict[str, Any]) -> None:
    cost, pays = example["given"]["cost"], example["given"]["pays"]
    workers = {name.removeprefix("worker_"): number for name, number in pays.items() if name.startswith("worker_")}
    payment = at.pay(builders=pays.get("builder", 0), assistants=pays.get("assistant", 0), **workers)
    stock = dict.fromkeys(RESOURCES, 5)
    offered = payments(cost["colour"], SHAPES[cost["greys"], cost["structures"]], stock)
    assert (payment in offered) == example["expect"]


@of_kind("trajan_build")
def test_trajan_build(example: dict[str, Any]) -> None:
    card = TRAJAN_CARD[example["trajan_card"]]
    assert trajan_cards.times_built(card, at.grid(*example["grid"])) == example["expect"]


@of_kind("trajan_collect")
def test_trajan_collect(example: dict[str, Any]) -> None:
    has = example["given"]
    state = at.give(at.opened(), **{name: number for name, number in has.items() if name in RESOURCES})
    colony = at.colony_of(state)
    for name, row in CLASS_ROW.items():
        at.settle(state, row, min(has.get(name, 0), 2))
        at.settle(state, row + 1, max(has.get(name, 0) - 2, 0))
    colony.ship = has.get("envoy_on_ship", 0)
    colony.scored_cranes = ["r1c1", "r1c6", "r6c1", "r6c6"][: has.get("crane_scored", 0)]
    at.uncover(state, *colony.scored_cranes)
    colony.beside_column = ["library", "basilica", "market"][: has.get("forum_marker_at_column", 0)]
    at.built(state, dict.fromkeys(["r2c1", "r2c2", "r3c1", "r3c2"][: has.get("column_built", 0)], "column"))
    assert trajan_cards.times_collected(TRAJAN_CARD[example["trajan_card"]], colony) == example["expect"]


# The 54 points


def tom(example: dict[str, Any]) -> ForumTrajanumState:
    """The whole position before the payment; Tom is seat 0."""
    state = at.example_forum(at.opened(3))
    before, colony = example["before_payment"], at.colony_of(state)
    at.give(state, coin=before["coins"], assistant=before["assistants"])
    for row, number in enumerate(before["citizens"], 1):
        at.settle(state, row, number)
    structure = {"green": "park", "blue": "fountain", "orange": "house", "yellow": "stable"}
    for double in example["colony"]["doubles"]:
        at.built(
            state, {cell(double["grey_at"]): double["grey"], cell(double["colour_at"]): structure[double["colour"]]}
        )
    at.built(state, {cell(single["at"]): single["grey"] for single in example["colony"]["singles"]})
    colony.slider = before["slider"]["position"]
    colony.cranes = {cell(crane["at"]): crane["colour"] for crane in before["cranes"]}
    at.uncover(state, *(cell(crane["at"]) for crane in before["cranes"] if crane["state"] != "covered"))
    colony.scored_cranes = [cell(crane["at"]) for crane in before["cranes"] if crane["state"] == "scored"]
    state.public.trajan_cards = ["I-1", "II-1", example["trajan_card"]]
    at.envoys(state, 0, *map(cell, example["forum"]["envoys"]))
    at.give(state, 1)
    at.give(state, 2)
    return at.paying(state, example["phase"])


def cell(printed: list[int]) -> str:
    return f"r{printed[0]}c{printed[1]}"


def scored(scene: Given, source: str) -> list[int]:
    scene.when_resolved()
    found = [event for event in scene.events if isinstance(event, PointsScored) and event.seat == 0]
    return [term.points for event in found if event.source == source for term in event.detail]


@of_kind("scoring")
def test_t14_the_54_points_can_be_added_up_from_the_events(example: dict[str, Any]) -> None:
    expect = example["expect"]
    scene = given(GAME, tom(example)).when(0, cmd.PayCitizens(rows=(3, 4, 5)))
    colony = at.colony_of(scene.state)
    assert colony.stock["coin"] == 4 - expect["paid"]
    assert not colony.active[6 - 1]
    assert colony.beside_column == ["basilica"]
    assert scored(scene, "cranes") == [expect["crane"]]
    rows = scored(scene, "colony")
    assert rows == expect["rows"]
    assert sum(rows) == expect["colony"]
    scene.when_resolved()
    forum = {
        event.source: event.points for event in scene.events if isinstance(event, PointsScored) and event.seat == 0
    }
    assert forum == {"eagles": expect["eagles"], "largest_area": expect["area"]}
    assert sum(forum.values()) == expect["forum"]
    objectives = scored(scene, "trajan_card")
    assert objectives == [7 * expect["trajan_build"], 7 * expect["trajan_collect"]]
    assert sum(objectives) == expect["trajan"]
    assert scene.state.scores[0] == expect["total"]


@of_kind("scoring")
def test_t14_had_he_paid_artisan_2_too_it_would_be_48(example: dict[str, Any]) -> None:
    scene = given(GAME, tom(example)).when(0, cmd.PayCitizens(rows=(3, 4, 5, 6)))
    for _ in range(4):
        scene.when_resolved()
    assert scene.state.scores[0] == 48
