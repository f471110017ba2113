"""§4: sowing, the time marker, and the Trajan tile of the active bowl."""

import pytest

from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.data import DATA
from domain.trajan.events import quarter as quarter_events
from domain.trajan.events import turn as ev
from domain.trajan.state import Owed, TrajanState
from tests.domain.trajan.positions import A, at_turn, sow
from tests.kit.scenario import given

RING = ("I", "II", "III", "IV", "V", "VI")


def activated(bowl: str, action: str) -> ev.BowlActivated:
    return ev.BowlActivated(seat=A, bowl=bowl, action=action, owed=(Owed(A, "action", action),))


def holding(bowl: str, *colours: str, players: int = 2) -> TrajanState:
    """The named bowl holds exactly these markers, the others whatever is left of the twelve."""
    state = at_turn(players)
    rest = [colour for colour in ("blue", "green", "orange", "pink", "white", "yellow") for _ in range(2)]
    for colour in colours:
        rest.remove(colour)
    place = RING.index(bowl)
    bowls: list[list[str]] = [[] for _ in RING]
    bowls[(place + 3) % 6] = sorted(rest)
    bowls[place] = sorted(colours)
    state.public.mats[A].bowls = bowls
    return state


def test_tc01_sowing() -> None:
    state = at_turn()
    state.public.mats[A].bowls[4] = ["green", "white"]
    before = [len(bowl) for bowl in state.public.mats[A].bowls]
    scenario = sow(state, "V", "white", "green")
    after = scenario.state.public.mats[A].bowls
    assert [len(bowl) for bowl in after] == [before[0] + 1, *before[1:4], 0, before[5] + 1]
    assert "white" in after[5]
    assert "green" in after[0]
    scenario.then_among(activated("I", "port"))


def test_the_player_chooses_the_colour_at_each_bowl_and_only_distinct_ones_are_listed() -> None:
    scenario = given(GAME, holding("I", "blue", "blue", "pink")).when(A, cmd.TakeMarkers(bowl="I"))
    assert GAME.legal(scenario.state, A) == [cmd.SowMarker(colour="blue"), cmd.SowMarker(colour="pink")]
    scenario.refuses(A, cmd.SowMarker(colour="white"), "marker_not_taken")


def test_an_empty_bowl_cannot_be_taken() -> None:
    given(GAME, holding("I", "blue")).refuses(A, cmd.TakeMarkers(bowl="II"), "bowl_empty")


def test_the_sixth_marker_falls_into_the_emptied_bowl_and_the_twelfth_again() -> None:
    colours = (
        "blue",
        "blue",
        "green",
        "green",
        "orange",
        "orange",
        "pink",
        "pink",
        "white",
        "white",
        "yellow",
        "yellow",
    )
    state = at_turn()
    state.public.mats[A].bowls = [[], sorted(colours), [], [], [], []]
    scenario = sow(state, "II", *colours)
    assert [len(bowl) for bowl in scenario.state.public.mats[A].bowls] == [2] * 6
    scenario.then_among(activated("II", "forum"))


@pytest.mark.parametrize(
    ("bowl", "action"),
    [("I", "port"), ("II", "forum"), ("III", "military"), ("IV", "senate"), ("V", "trajan"), ("VI", "construction")],
)
def test_tc05_action_of_the_bowl(bowl: str, action: str) -> None:
    before = RING[RING.index(bowl) - 1]
    sow(holding(before, "pink"), before, "pink").then_among(activated(bowl, action))


# The time marker


def test_tc02_time() -> None:
    state = holding("I", "blue", "pink", players=4)
    state.public.time = 3
    scenario = sow(state, "I", "blue", "pink")
    scenario.then_among(ev.TimeMoved(spaces=2, index=5, laps=0))
    assert scenario.state.public.laps == 0


def test_tc03_passing_the_start() -> None:
    state = holding("I", "blue", "pink", "white", "green", players=4)
    state.public.time = 19
    scenario = sow(state, "I", "blue", "pink", "white", "green")
    scenario.then_among(ev.TimeMoved(spaces=4, index=2, laps=1))
    assert scenario.state.public.rounds == 0, "the round ends after the turn, not before its action"
    scenario.when(A, cmd.SkipAction())
    assert scenario.state.public.rounds == 1
    assert scenario.state.public.time == 2


def test_reaching_the_start_exactly_ends_the_round_too() -> None:
    state = holding("I", "blue", "pink")
    state.public.time = DATA.time_track.spaces["2"] - 2
    sow(state, "I", "blue", "pink").then_among(ev.TimeMoved(spaces=2, index=0, laps=1))


def test_r4_two_laps_in_one_turn_end_two_rounds() -> None:
    colours = sorted(("blue", "green", "orange", "pink", "white", "yellow") * 2)
    state = at_turn()
    state.public.mats[A].bowls = [colours, [], [], [], [], []]
    state.public.time = 10
    state.public.rounds = 1
    state.public.needs = ["bread"]
    scenario = sow(state, "I", *colours).then_among(ev.TimeMoved(spaces=12, index=0, laps=2))
    scenario.when(A, cmd.SkipAction())
    ended = [event for event in scenario.events if isinstance(event, quarter_events.RoundEnded)]
    assert [event.round for event in ended] == [2, 3]
    assert len(scenario.state.public.needs) == 3


# The Trajan tile


def test_tc04_trajan_tile() -> None:
    state = holding("VI", "blue")
    mat = state.public.mats[A]
    mat.bowls[0] = ["orange", "yellow"]
    mat.slots[0], mat.arch = "T19", 1
    scenario = sow(state, "VI", "blue").then_scored(A, 5, "trajan_tile")
    scenario.then_among(ev.TrajanTileCompleted(seat=A, slot="I", tile="T19", kept=False))
    assert GAME.legal(scenario.state, A) == [cmd.UseSpecialAction(), cmd.DeclineSpecialAction()]
    scenario.when(A, cmd.UseSpecialAction())
    assert (scenario.state.public.mats[A].supply, scenario.state.public.mats[A].worker_camp) == (12, 2)
    assert "T19" in scenario.state.public.removed.trajan
    scenario.offers(A, cmd.DrawCards(), cmd.SkipAction())


def test_tc18_double_colour() -> None:
    state = holding("VI", "blue")
    mat = state.public.mats[A]
    mat.slots[0], mat.arch = "T02", 1
    mat.bowls[0] = []
    sow(state, "VI", "blue").then_scored(A, 0)
    mat.bowls[0] = ["blue"]
    scenario = sow(state, "VI", "blue").then_scored(A, 3, "trajan_tile")
    cards = len(scenario.state.hands[A])
    scenario.when(A, cmd.UseSpecialAction())
    assert len(scenario.state.hands[A]) == cards + 2


def completed(tile: str) -> TrajanState:
    """Seat A will complete this tile on slot I by sowing the single marker of bowl VI."""
    state = at_turn()
    mat = state.public.mats[A]
    first, second = next(printed.colours for printed in DATA.trajan_tile if printed.id == tile)
    mat.bowls = [[first], [], [], [], [], [second]]
    mat.slots[0], mat.arch = tile, 1
    return state


def finish(state: TrajanState) -> str:
    return state.public.mats[A].bowls[5][0]


@pytest.mark.parametrize(
    ("tile", "points", "camps"), [("T19", 5, (1, 2)), ("T24", 2, (1, 3)), ("T28", 5, (2, 1)), ("T33", 2, (3, 1))]
)
def test_r6_the_tile_says_how_many_figures_are_placed(tile: str, points: int, camps: tuple[int, int]) -> None:
    state = completed(tile)
    scenario = sow(state, "VI", finish(state)).then_scored(A, points).when(A, cmd.UseSpecialAction())
    mat = scenario.state.public.mats[A]
    assert (mat.military_camp, mat.worker_camp) == camps


def test_r6_fewer_figures_are_placed_only_if_the_supply_is_short() -> None:
    state = completed("T24")
    state.public.mats[A].supply = 1
    scenario = sow(state, "VI", finish(state)).when(A, cmd.UseSpecialAction())
    assert (scenario.state.public.mats[A].supply, scenario.state.public.mats[A].worker_camp) == (0, 2)


def test_an_empty_supply_leaves_no_special_action_to_choose() -> None:
    state = completed("T24")
    state.public.mats[A].supply = 0
    scenario = sow(state, "VI", finish(state)).then_scored(A, 2)
    assert scenario.state.public.owed[-1].kind == "action"


def test_r5_the_special_action_may_be_declined() -> None:
    state = completed("T28")
    scenario = sow(state, "VI", finish(state)).when(A, cmd.DeclineSpecialAction())
    assert scenario.state.public.mats[A].military_camp == 1
    scenario.then_among(ev.SpecialActionDeclined(seat=A, tile="T28"))


def test_nine_points_have_no_special_action() -> None:
    state = completed("T17")
    scenario = sow(state, "VI", finish(state)).then_scored(A, 9)
    assert scenario.state.public.owed[-1].kind == "action"


def test_a_need_tile_is_kept_without_a_choice() -> None:
    state = completed("T50")
    scenario = sow(state, "VI", finish(state)).then_scored(A, 1)
    assert scenario.state.public.mats[A].kept == ["T50"]
    assert scenario.state.public.owed[-1].kind == "action"


def test_r22_a_plus_two_tile_goes_to_an_action_that_has_none() -> None:
    state = completed("T38")
    state.public.mats[A].plus_two = ["senate"]
    scenario = sow(state, "VI", finish(state)).then_scored(A, 4)
    scenario.refuses(A, cmd.UseSpecialAction(), "name_an_action")
    scenario.refuses(A, cmd.AttachPlusTwo(action="senate"), "has_plus_two")
    scenario.when(A, cmd.AttachPlusTwo(action="port"))
    assert scenario.state.public.mats[A].plus_two == ["senate", "port"]


def test_a_player_with_all_six_plus_two_tiles_gets_only_the_points() -> None:
    state = completed("T38")
    state.public.mats[A].plus_two = ["port", "forum", "military", "senate", "trajan", "construction"]
    scenario = sow(state, "VI", finish(state)).then_scored(A, 4)
    assert scenario.state.public.owed[-1].kind == "action"


def test_only_the_slot_of_the_active_bowl_is_examined() -> None:
    state = completed("T17")
    state.public.mats[A].slots[1], state.public.mats[A].arch = "T10", 2
    state.public.mats[A].bowls[1] = ["orange", "orange"]
    scenario = sow(state, "VI", finish(state))
    assert scenario.state.public.mats[A].slots[:2] == [None, "T10"]


def test_the_arch_in_the_centre_goes_to_the_freed_slot_after_the_special_action() -> None:
    state = completed("T19")
    mat = state.public.mats[A]
    mat.slots = ["T19", "T10", "T11", "T12", "T13", "T14"]
    mat.arch = None
    scenario = sow(state, "VI", finish(state))
    assert scenario.state.public.mats[A].arch is None
    scenario.when(A, cmd.UseSpecialAction())
    assert scenario.events[-1] == ev.ArchMoved(seat=A, slot="I")
    assert scenario.state.public.mats[A].arch == 0
    scenario.offers(A, cmd.SkipAction())


def test_an_arch_on_a_slot_does_not_move_when_a_tile_is_completed() -> None:
    state = completed("T17")
    assert sow(state, "VI", finish(state)).state.public.mats[A].arch == 1
