"""Lines of the timeline, as they follow from play: each tells what a reader would ask, and none tells nothing."""

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.state import ForumTrajanumState, Owed, Taken
from domain.kernel.game import Command, Step
from domain.kernel.ids import Seat
from domain.kernel.rng import KeyedRng
from tests.domain.forum_trajanum import positions as at
from tests.kit.scenario import KEY

PLAYERS = ("Tanja", "Tom", "Tina")


def told(state: ForumTrajanumState, choice: Command | Step) -> list[str]:
    """What the timeline tells of a choice of Tanja, or of a step of the scoring, up to her own lines."""
    rng = KeyedRng(KEY)
    events = GAME.resolve(state, choice, rng) if isinstance(choice, Step) else GAME.decide(state, Seat(0), choice, rng)
    lines = [GAME.words.describe(event, players=PLAYERS) for event in events]
    return [line for line in lines if line and not line.startswith(("Tom", "Tina"))]


def sending(*owed: Owed) -> ForumTrajanumState:
    """The green area of r1c1 and r2c1 has one cell left."""
    return at.owing(at.envoys(at.example_forum(at.opened(3)), 1, "r1c1"), *owed)


def last_take() -> ForumTrajanumState:
    """Tanja took the open tile of a corner for a tribune, and everyone else has chosen."""
    state = at.drafting(at.give(at.opened(3), tribune=1), at.LYRE, at.MONUMENT)
    state.secrets[0].taken = [
        Taken(street=at.LYRE, cell="r1c1", tile="R19", tribune=True),
        Taken(street=at.MONUMENT, cell="r3c1", tile="R01"),
    ]
    state.public.chosen, state.public.waiting = [2, 3, 3], [1, 0, 0]
    return state


def unpaid() -> ForumTrajanumState:
    state = at.settle(at.settle(at.give(at.opened(3), coin=1), 2), 3)
    for other in (1, 2):
        at.give(state, other)
    return at.paying(state)


def crane() -> ForumTrajanumState:
    state = at.uncover(at.opened(3), "r6c1")
    return at.scoring(state, "cranes", 2)


def nothing_built_in_round(number: int) -> ForumTrajanumState:
    state = at.building(at.opened(3))
    state.public.round, state.public.start_player = number, Seat(1)
    return state


def without_envoys() -> ForumTrajanumState:
    state = at.uncover(at.give(at.opened(3), worker_blue=1), "r3c1")
    at.colony_of(state).ship = 0
    state = at.carried_on(at.building(state), cmd.ChooseBuilding(colour="blue", shape="structure"), 0)
    state = at.carried_on(state, cmd.ChooseSite(cells=("r3c1",)), 0)
    state = at.carried_on(state, at.pay(blue=1), 0)
    return at.carried_on(state, cmd.CollectReward(cell="r3c1"), 0)


LINES: list[tuple[at.Position, Command | Step, list[str]]] = [
    (
        lambda: sending(Owed(kind="envoy", of="any")),
        cmd.SendEnvoy(cell="r2c1"),
        ["Tanja sent an envoy to a green cell (row 2, column 1) and completed the area."],
    ),
    (
        lambda: sending(Owed(kind="envoy", of="eagle")),
        cmd.SendEnvoy(cell="r2c2"),
        ["Tanja sent an envoy to an eagle (row 2, column 2)."],
    ),
    (lambda: sending(Owed(kind="envoy", of="any")), cmd.DeclineReward(), ["Tanja declined the envoy."]),
    (without_envoys, cmd.DeclineReward(), ["Tanja could send no envoy."]),
    (
        last_take,
        cmd.KeepTile(tile="R01"),
        ["Tanja took the tiles in row 1, column 1; row 3, column 1 for 1 tribune; uncovered: the blue crane."],
    ),
    (
        unpaid,
        cmd.PayCitizens(rows=()),
        ["Tanja paid nothing; rows without an active citizen now: Patrician II, Merchant I."],
    ),
    (
        unpaid,
        cmd.PayCitizens(rows=(2,)),
        ["Tanja paid 1 coin for Patrician II; rows without an active citizen now: Merchant I."],
    ),
    (
        crane,
        Step("cranes"),
        ["Tanja scored no points (cranes): orange crane, no structure of its colour."],
    ),
    (
        lambda: at.scoring(at.opened(3), "colony"),
        Step("colony"),
        ["Tanja scored no points (Colonia): no grey building."],
    ),
    (
        lambda: at.scoring(at.opened(3), "forum"),
        Step("forum"),
        [
            "Tanja scored no points (eagles): no envoy at an eagle.",
            "Tanja scored no points (largest area): no envoy in the forum.",
        ],
    ),
    (
        lambda: at.turn(at.opened(3), own="R25", received="R19"),
        cmd.UseTile(which="own"),
        [
            "Tanja used the kept tile: upgrade + coin.",
            "Tanja’s slider moved right: largest area +1, Trajan card value 3.",
            "Tanja put the other tile into the display: builder + coin.",
        ],
    ),
    (
        lambda: at.carried_on(at.turn(at.opened(3), own="C-M-w"), cmd.UseTile(which="own"), 0),
        cmd.PlaceCitizen(row=3),
        [
            "Tanja placed the merchant (woman) in the row Merchant I (row × 2).",
            "Tanja turned the slider to its better side, Trajan card value 5.",
        ],
    ),
    (
        lambda: sending(Owed(kind="area_bonus", number=1, choices=("victory_points",))),
        cmd.TakeAreaBonus(bonus="victory_points"),
        ["Tanja scored 2 points (area bonus): two points chosen as area bonus."],
    ),
    (
        lambda: at.owing(at.opened(3), Owed(kind="take")),
        cmd.TakeColonyTile(cell="r1c6"),
        ["Tanja took and used the tile in row 1, column 6: {tile}; uncovered: the green crane."],
    ),
    (lambda: nothing_built_in_round(3), cmd.EndTurn(), ["Tanja built nothing.", "Tanja is the next start player."]),
    (lambda: nothing_built_in_round(12), cmd.EndTurn(), ["Tanja built nothing.", "The last round is over."]),
]


@pytest.mark.parametrize(("position", "choice", "lines"), LINES, ids=[row[2][0] for row in LINES])
def test_the_timeline_tells_it(position: at.Position, choice: Command | Step, lines: list[str]) -> None:
    state = position()
    wanted = [line.format(tile=_name(state, "r1c6")) for line in lines]
    assert told(state, choice)[: len(wanted)] == wanted


def _name(state: ForumTrajanumState, corner: str) -> str:
    return GAME.words.name(at.colony_of(state).open.get(corner, ""), "en")
