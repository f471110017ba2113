"""Labels of building and its rewards: the tile and its price, the site, rewards, envoys."""

import pytest

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.state import ForumTrajanumState, Owed
from domain.kernel.game import Command
from tests.domain.forum_trajanum import positions as at


def builder(tracks: str = "", ship: int = 1, **stock: int) -> at.Position:
    """A build action in phase 1 with two active citizens; these buildings stand in the second street."""

    def position() -> ForumTrajanumState:
        state = at.example_forum(at.settle(at.give(at.opened(3), **stock), 5, 2))
        at.built(state, at.grid("", tracks))
        at.uncover(state, "r3c1", "r3c2")
        at.colony_of(state).ship = ship
        return at.building(state)

    return position


def siting() -> ForumTrajanumState:
    """A library and a fountain are to be built into the fifth street; it has a basilica and counts three times."""
    state = at.settle(at.give(at.opened(), builder=1, worker_blue=1), 5, 2)
    state.public.trajan_cards[0] = "I-1"
    at.uncover(at.built(state, {"r5c1": "basilica"}), "r5c2", "r5c3", "r6c2")
    return at.carried_on(at.building(state), cmd.ChooseBuilding(colour="blue", shape="grey_and_structure"), 0)


def giving_away_what_the_card_wants() -> ForumTrajanumState:
    """Card III-2 wants a triumphal column, a tribune and a builder; a market is to be built."""
    state = at.give(at.opened(), builder=1, tribune=1, worker_blue=2)
    state.public.phase, state.public.trajan_cards[2] = 3, "III-2"
    at.uncover(at.built(state, {"r5c1": "column"}), "r6c2")
    return at.carried_on(at.building(state), cmd.ChooseBuilding(colour="yellow", shape="grey"), 0)


def paying_what_the_card_wants() -> ForumTrajanumState:
    return at.carried_on(giving_away_what_the_card_wants(), cmd.ChooseSite(cells=("r6c2",)), 0)


def without_another_way_to_pay() -> ForumTrajanumState:
    state = giving_away_what_the_card_wants()
    return at.give(state, builder=1, tribune=1)


def sending_the_last_envoy() -> ForumTrajanumState:
    """Card I-2 wants an envoy on the ship and two citizens."""
    state = at.settle(at.settle(at.example_forum(at.opened(3)), 2), 4)
    state.public.trajan_cards[0] = "I-2"
    return at.owing(state, Owed(kind="envoy", of="any"))


def two_rewards() -> ForumTrajanumState:
    state = at.built(at.example_forum(at.opened(3)), at.grid("", "L", "Lb"))
    at.colony_of(state).markers["library"] = 1
    return at.owing(state, Owed(kind="rewards", cells=("r3c1", "r3c2")))


def owing(*owed: Owed) -> at.Position:
    return lambda: at.owing(at.example_forum(at.opened(3)), *owed)


def patrician_2(*owed: Owed) -> at.Position:
    return lambda: at.owing(at.settle(at.example_forum(at.opened(3)), 2), *owed)


def sending() -> ForumTrajanumState:
    """An envoy stands below the eagle r2c2; the green area of r1c1 and r2c1 has one cell left."""
    state = at.envoys(at.example_forum(at.opened(3)), 1, "r1c1")
    return at.owing(at.envoys(state, 0, "r3c2"), Owed(kind="envoy", of="any"))


def to_an_eagle() -> ForumTrajanumState:
    return at.owing(at.envoys(at.example_forum(at.opened(3)), 0, "r3c2"), Owed(kind="envoy", of="eagle"))


def taking() -> ForumTrajanumState:
    state = at.opened()
    at.colony_of(state).open["r6c6"] = "C-M-w"
    return at.owing(state, Owed(kind="take"))


def built_already() -> ForumTrajanumState:
    return at.owing(at.opened())


def with_one_cell_of_a_started_area() -> ForumTrajanumState:
    state = builder(worker_yellow=2, ship=2)()
    return at.envoys(state, 1, "r1c4", "r1c5", "r1c6")


_BASILICA = Owed(kind="track", of="basilica", number=4)

LABELS: list[tuple[at.Position, Command, str]] = [
    (
        builder(builder=1),
        cmd.ChooseBuilding(colour="green", shape="grey"),
        "Build a triumphal column: costs 1 builder; brings 5 points",
    ),
    (
        builder(builder=1, worker_blue=2),
        cmd.ChooseBuilding(colour="blue", shape="grey_and_structure"),
        (
            "Build a library and a fountain: costs 1 builder, 1 blue worker; "
            "brings 1 worker, 1 tribune; 1 envoy to a blue cell"
        ),
    ),
    (
        builder("B", builder=1, worker_blue=2),
        cmd.ChooseBuilding(colour="orange", shape="grey"),
        "Build a basilica: costs e.g. 1 builder; brings 2 tribunes or an earlier basilica reward",
    ),
    (
        builder("MM", worker_green=2),
        cmd.ChooseBuilding(colour="yellow", shape="grey"),
        "Build a market: costs 2 green workers; brings 1 envoy to a cell of any colour or an earlier market reward",
    ),
    (
        builder("BB B", builder=1),
        cmd.ChooseBuilding(colour="orange", shape="grey"),
        "Build a basilica: costs 1 builder; brings 1 extra build or an earlier basilica reward; 5 points",
    ),
    (
        builder("BB BB", builder=1),
        cmd.ChooseBuilding(colour="orange", shape="grey"),
        "Build a basilica: costs 1 builder; brings no reward",
    ),
    (
        builder(worker_yellow=2, ship=2),
        cmd.ChooseBuilding(colour="yellow", shape="two_structures"),
        "Build two stables: costs 2 yellow workers; brings 2 envoys to yellow cells",
    ),
    (
        with_one_cell_of_a_started_area,
        cmd.ChooseBuilding(colour="yellow", shape="two_structures"),
        "Build two stables: costs 2 yellow workers; brings 2 envoys to yellow cells",
    ),
    (
        builder(worker_yellow=2, ship=1),
        cmd.ChooseBuilding(colour="yellow", shape="two_structures"),
        "Build two stables: costs 2 yellow workers; brings 1 envoy to a yellow cell",
    ),
    (
        builder(worker_yellow=1, ship=0),
        cmd.ChooseBuilding(colour="yellow", shape="structure"),
        "Build a stable: costs 1 yellow worker; brings no reward",
    ),
    (
        siting,
        cmd.ChooseSite(cells=("r5c3", "r5c2")),
        "Build the library in row 5, column 3; the fountain in row 5, column 2: +6 points now",
    ),
    (
        siting,
        cmd.ChooseSite(cells=("r5c2", "r5c3")),
        "Build the library in row 5, column 2; the fountain in row 5, column 3: +3 points now",
    ),
    (
        siting,
        cmd.ChooseSite(cells=("r6c2", "r5c2")),
        "Build the library in row 6, column 2; the fountain in row 5, column 2: +1 point now",
    ),
    (
        builder("LL", builder=1, ship=0),
        cmd.ChooseBuilding(colour="blue", shape="grey"),
        "Build a library: costs 1 builder; brings an earlier library reward",
    ),
    (
        giving_away_what_the_card_wants,
        cmd.ChooseSite(cells=("r6c2",)),
        "Build the market in row 6, column 2: +1 point now",
    ),
    (
        without_another_way_to_pay,
        cmd.ChooseSite(cells=("r6c2",)),
        "Build the market in row 6, column 2: 2 points less now",
    ),
    (paying_what_the_card_wants, at.pay(builders=1), "Pay 1 builder: 2 points less now"),
    (paying_what_the_card_wants, at.pay(blue=2), "Pay 2 blue workers: +1 point now"),
    (
        sending_the_last_envoy,
        cmd.SendEnvoy(cell="r4c1"),
        "Send an envoy to a yellow cell (row 4, column 1): 2 points less now",
    ),
    (builder(builder=1), cmd.EndTurn(), "End your turn without building"),
    (built_already, cmd.EndTurn(), "End your turn after building"),
    (
        two_rewards,
        cmd.CollectReward(cell="r3c1"),
        "First the library in row 3, column 1, which brings 1 builder or an earlier library reward",
    ),
    (
        two_rewards,
        cmd.CollectReward(cell="r3c2"),
        "First the fountain in row 3, column 2, which brings 1 envoy to a blue cell",
    ),
    (
        owing(Owed(kind="track", of="library", number=4)),
        cmd.TakeReward(space=3),
        "Take library reward 3: 1 envoy to an eagle",
    ),
    (
        owing(Owed(kind="track", of="library", number=4)),
        cmd.TakeReward(space=4),
        "Take library reward 4: 1 Colonia tile to take and use",
    ),
    (
        lambda: at.owing(at.uncover(at.give(at.opened(), builder=1), "r3c1"), _BASILICA),
        cmd.TakeReward(space=4),
        "Take basilica reward 4: 1 extra build",
    ),
    (
        lambda: at.owing(at.give(at.opened(), builder=1), _BASILICA),
        cmd.TakeReward(space=4),
        "Take basilica reward 4: 1 extra build (nothing can be built now)",
    ),
    (owing(Owed(kind="track", of="market", number=2)), cmd.TakeReward(space=2), "Take market reward 2: 1 area bonus"),
    (
        patrician_2(Owed(kind="track", of="market", number=2)),
        cmd.TakeReward(space=2),
        "Take market reward 2: 2 area bonuses",
    ),
    (
        owing(Owed(kind="area_bonus", number=1, choices=("victory_points",))),
        cmd.TakeAreaBonus(bonus="victory_points"),
        "Area bonus: 2 points",
    ),
    (
        owing(Owed(kind="area_bonus", number=1, choices=("coin",))),
        cmd.TakeAreaBonus(bonus="coin"),
        "Area bonus: 1 coin",
    ),
    (
        sending,
        cmd.SendEnvoy(cell="r2c1"),
        "Send an envoy to a green cell (row 2, column 1): +1 point now; the area is full: 1 area bonus",
    ),
    (sending, cmd.SendEnvoy(cell="r1c2"), "Send an envoy to an orange cell (row 1, column 2): +1 point now"),
    (sending, cmd.SendEnvoy(cell="r4c1"), "Send an envoy to a yellow cell (row 4, column 1): no points now"),
    (to_an_eagle, cmd.SendEnvoy(cell="r2c2"), "Send an envoy to an eagle (row 2, column 2): +3 points now"),
    (taking, cmd.TakeColonyTile(cell="r2c2"), "Take and use the face-down tile in row 2, column 2: frees a site"),
    (
        taking,
        cmd.TakeColonyTile(cell="r6c6"),
        "Take and use the merchant (woman) in row 6, column 6: opens the yellow crane",
    ),
    (owing(Owed(kind="track", of="library", number=1)), cmd.DeclineReward(), "Decline the reward"),
    (owing(Owed(kind="extra_build")), cmd.DeclineReward(), "Decline the extra build action"),
]


@pytest.mark.parametrize(("position", "command", "words"), LABELS, ids=[row[2] for row in LABELS])
def test_a_label_tells_what_the_choice_does(position: at.Position, command: Command, words: str) -> None:
    assert at.label(position(), command) == words
