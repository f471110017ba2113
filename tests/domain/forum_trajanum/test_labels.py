"""Labels tell what a choice does: what lies there, what it costs, what it brings, as far as its reader may know."""

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.data import COLOURS, ROWS, TRAJAN_CARD
from domain.forum_trajanum.scoring import STEPS
from domain.forum_trajanum.state import ForumTrajanumState, Owed, Taken
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.domain.forum_trajanum import positions as at
from tests.domain.forum_trajanum.test_setup import reached
from tests.kit.scenario import given

BUILDER_AND_COIN, UPGRADE_AND_COIN, TWO_WORKERS, MERCHANT, MERCHANT_WOMAN = "R19", "R25", "R01", "C-M-m", "C-M-w"
SLIDER_AT_ITS_END = 6

# Set-up


def set_up_to(stage: str, *newcomers: int) -> ForumTrajanumState:
    state: ForumTrajanumState = reached(stage, newcomers=list(newcomers)).state
    return state


def choosing_corners() -> ForumTrajanumState:
    state = set_up_to("women")
    at.colony_of(state).start_citizen = "C-P-w"
    return at.carried_on(state, cmd.PlaceStartCitizen(row=1), 0)


def newcomer() -> ForumTrajanumState:
    state = set_up_to("newcomers", 0)
    colony = at.colony_of(state)
    colony.open["r1c6"], colony.rows = MERCHANT_WOMAN, [[] for _ in range(6)]
    return state


def choosing_the_start_row() -> ForumTrajanumState:
    state = set_up_to("women")
    at.colony_of(state).start_citizen = "C-A-w"
    return state


# Draft


def drafting() -> ForumTrajanumState:
    state = at.drafting(at.give(at.opened(3), tribune=1), at.LYRE, at.MONUMENT)
    at.colony_of(state).open["r1c1"] = BUILDER_AND_COIN
    return state


def with_taken(*tiles: str) -> ForumTrajanumState:
    """Seat 0 has made both takes of its draft and got these tiles; for the rest it went without."""
    state = drafting()
    takes = [Taken(street=at.LYRE, cell="r2c1", tile=tile) for tile in tiles]
    state.secrets[0].taken = [*takes, Taken(), Taken()][:2]
    state.public.chosen[0] = 2
    return state


def next_round() -> ForumTrajanumState:
    state = set_up_to("round")
    state.public.round, state.public.start_player = 4, Seat(0)
    return state


# A turn


def to_lay_open() -> ForumTrajanumState:
    state = at.turn(at.opened(), own=TWO_WORKERS)
    assert state.public.turn is not None
    state.public.turn.owed.append(Owed(kind="lay"))
    state.hands[0].own = BUILDER_AND_COIN
    return state


def tiles(own: str, received: str | None = None) -> at.Position:
    return lambda: at.turn(at.give(at.opened(), tribune=2), own=own, received=received)


def at_the_end_of_the_slider() -> ForumTrajanumState:
    state = tiles(UPGRADE_AND_COIN)()
    at.colony_of(state).slider = SLIDER_AT_ITS_END
    return state


def picked() -> ForumTrajanumState:
    state = at.opened()
    at.colony_of(state).display = [BUILDER_AND_COIN]
    return at.carried_on(at.turn(state, own=TWO_WORKERS), cmd.PickTile(tile=BUILDER_AND_COIN), 0)


def placing(settled: int = 0, *, active: bool = True) -> at.Position:
    def position() -> ForumTrajanumState:
        state = at.turn(at.settle(at.opened(), 3, settled, active=active), own=MERCHANT)
        return at.carried_on(state, cmd.UseTile(which="own"), 0)

    return position


LABELS: list[tuple[at.Position, Command, str]] = [
    (
        lambda: set_up_to("cranes"),
        cmd.ArrangeCranes(colours=("blue", "green", "orange", "yellow")),
        "Cranes: blue top left, green top right, orange bottom left, yellow bottom right",
    ),
    (
        choosing_the_start_row,
        cmd.PlaceStartCitizen(row=6),
        "Begin with Artisan II: once a turn, exchange an assistant for a builder",
    ),
    (
        choosing_corners,
        cmd.SeatWomen(corners=("r6c1", "r1c6")),
        "Place the merchant (woman) bottom left (orange crane), the artisan (woman) top right (green crane)",
    ),
    (
        newcomer,
        cmd.SettleNewcomer(corner="r1c6", row=4),
        (
            "Move the merchant (woman) from the top right corner to Merchant II (opens the green crane): "
            "once a turn, while building, exchange a coin, tribune or assistant for another of the three"
        ),
    ),
    (next_round, cmd.RevealStreetCards(), "Begin round 5: reveal the street cards"),
    (
        drafting,
        cmd.TakeTile(street=at.LYRE, cell="r2c2", tribune=False),
        "Street of the lyre: face-down tile in row 2, column 2, frees a site",
    ),
    (
        drafting,
        cmd.TakeTile(street=at.MONUMENT, cell="r1c1", tribune=False),
        "Street of the monument: builder + coin in row 1, column 1, opens the blue crane",
    ),
    (
        drafting,
        cmd.TakeTile(street=at.LYRE, cell="r5c3", tribune=True),
        "For a tribune, ignoring the lyre: face-down tile in row 5, column 3, frees a site",
    ),
    (
        lambda: with_taken(BUILDER_AND_COIN, MERCHANT),
        cmd.KeepTile(tile=MERCHANT),
        "Keep merchant; to Tina: builder + coin",
    ),
    (lambda: with_taken(MERCHANT), cmd.KeepTile(tile=MERCHANT), "Keep merchant; pass nothing"),
    (with_taken, cmd.KeepTile(tile=None), "Keep nothing and pass nothing"),
    (to_lay_open, cmd.LayTilesOpen(), "Reveal your tile: kept builder + coin; you received none"),
    (
        tiles(BUILDER_AND_COIN, MERCHANT),
        cmd.PayTribunes(),
        "Pay 2 tribunes and use both tiles: builder + coin, merchant",
    ),
    (
        tiles(BUILDER_AND_COIN, MERCHANT),
        cmd.UseTile(which="own"),
        "Use the tile you kept: 1 builder, 1 coin; the tile goes onto the ship",
    ),
    (
        tiles(BUILDER_AND_COIN, MERCHANT),
        cmd.UseTile(which="received"),
        "Use the tile you received: place the merchant in a citizen row",
    ),
    (
        tiles(BUILDER_AND_COIN, TWO_WORKERS),
        cmd.UseTile(which="received"),
        "Use the tile you received: 1 blue worker, 1 green worker; the tile goes into the display",
    ),
    (
        picked,
        cmd.UseTile(which="picked"),
        "Use the tile from your display: 1 builder, 1 coin; the tile goes out of the game",
    ),
    (
        tiles(UPGRADE_AND_COIN),
        cmd.UseTile(which="own"),
        "Use the tile you kept: 1 upgrade, 1 coin; the tile goes onto the ship",
    ),
    (
        at_the_end_of_the_slider,
        cmd.UseTile(which="own"),
        "Use the tile you kept: 1 upgrade without effect, 1 coin; the tile goes onto the ship",
    ),
    (
        placing(),
        cmd.PlaceCitizen(row=3),
        "Place the merchant in Merchant I (row × 2): turn the slider over; each upgrade moves it to the next cypress",
    ),
    (placing(1), cmd.PlaceCitizen(row=3), "Place the merchant in Merchant I (row × 3): coin or tribune"),
    (
        placing(1, active=False),
        cmd.PlaceCitizen(row=3),
        "Place the merchant in Merchant I (row × 3): coin or tribune, row active again",
    ),
]


@pytest.mark.parametrize(("position", "command", "words"), LABELS, ids=[row[2] for row in LABELS])
def test_a_label_tells_what_the_choice_does(position: at.Position, command: Command, words: str) -> None:
    assert at.label(position(), command) == words


@pytest.mark.parametrize(
    "key",
    [
        *(f"name.{kind} {row}" for kind in ("ability", "second") for row in ROWS),
        *(f"name.crane {colour}" for colour in COLOURS),
        *(f"reward.{kind}" for kind in ("track", "bonus", "envoy", "area_bonus", "extra_build")),
        *(f"count.envoy {where}" for where in (*COLOURS, "any", "eagle")),
        *(f"count.{effect}" for effect in ("area_bonus", "take_colony_tile_and_use", "extra_build_action")),
    ],
)
def test_what_labels_name_and_count_has_words(key: str) -> None:
    assert key in GAME.words.languages["en"]


# The citizens are paid before the scoring that the label counts


def payday() -> ForumTrajanumState:
    """A green crane is open, an envoy stands aslant to an eagle, and the Trajan card wants coins and tribunes."""
    state = at.example_forum(at.give(at.opened(3), coin=3, tribune=2))
    for row, number in ((1, 2), (2, 1), (5, 1)):
        at.settle(state, row, number)
    at.built(state, at.grid(" CoLg", "", "", "", "MB"))
    at.envoys(state, 0, "r1c1", "r1c2", "r5c5")
    state.public.trajan_cards[0] = "I-1"
    del at.colony_of(state).open["r1c6"]
    for other in (1, 2):
        at.give(state, other)
    return at.paying(state)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ((), "Pay nothing: score 19 points; rows without an active citizen: Patrician I, Patrician II, Artisan I"),
        ((1,), "Pay 1 coin for Patrician I: score 24 points; rows without an active citizen: Patrician II, Artisan I"),
        ((1, 2, 5), "Pay 3 coins for Patrician I, Patrician II, Artisan I: score 20 points"),
    ],
)
def test_the_payment_of_citizens_tells_price_and_points(rows: tuple[int, ...], words: str) -> None:
    assert at.label(payday(), cmd.PayCitizens(rows=rows)) == words


def payday_of(card: str) -> ForumTrajanumState:
    """The end of the phase of that card; its cranes were opened in this phase, and its workers are there."""
    state = payday()
    state.public.phase = TRAJAN_CARD[card].phase
    state.public.trajan_cards[state.public.phase - 1] = card
    at.colony_of(state).stock |= {"worker_blue": 1, "worker_green": 1}
    at.uncover(state, "r1c1")
    return state


@pytest.mark.parametrize("card", ["I-1", "II-4", "III-3"])
@pytest.mark.parametrize("command", GAME.legal(payday(), Seat(0)))
def test_the_points_of_a_payment_are_those_of_the_scoring_that_follows(command: Command, card: str) -> None:
    scene = given(GAME, payday_of(card)).when(0, command)
    for _ in STEPS:
        scene.when_resolved()
    points = GAME.words.count(scene.state.scores[0], "point", "en")
    assert f": score {points};" in f"{at.label(payday_of(card), command)};"
