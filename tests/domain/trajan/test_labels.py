"""Labels of choices: what lies there, what it costs and what it brings, as the rules will have it."""

from itertools import permutations

import pytest

from domain.kernel.game import Command, PointsScored, Step
from domain.kernel.rng import NoRng
from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.actions import ACTIONS
from domain.trajan.events import turn as ev
from domain.trajan.state import Bonus, Owed, TrajanState
from tests.domain.trajan.labels import label, owing
from tests.domain.trajan.positions import A, B, at_turn, performing, sow
from tests.kit.logged_match import LoggedMatch
from tests.kit.scenario import given


def placing(*bowls: list[str]) -> TrajanState:
    """Seat A has filled these bowls so far."""
    state = at_turn()
    state.public.owed = []
    state.public.waiting = [A]
    state.public.mats[A].bowls = [*bowls, *[[] for _ in range(6 - len(bowls))]]
    return state


@pytest.mark.parametrize(
    ("state", "command", "text"),
    [
        (
            placing(["blue", "blue"], ["green"]),
            cmd.PlaceMarker(colour="pink"),
            "Place one pink marker in tray II (forum); already there: green",
        ),
        (placing(), cmd.PlaceMarker(colour="pink"), "Place one pink marker in tray I (seaport)"),
    ],
)
def test_a_marker_is_placed_beside_what_the_bowl_holds(state: TrajanState, command: Command, text: str) -> None:
    assert label(state, command) == text


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (cmd.TakeStartingCard(pile="draw"), "Take a commodity card: an unseen card (draw pile)"),
        (cmd.TakeStartingCard(pile="right"), "Take a commodity card: wine (right discard pile)"),
    ],
)
def test_a_starting_card_is_told_if_it_lies_open(command: Command, text: str) -> None:
    state = owing("starting_card")
    state.public.discards = {"left": ["fish"], "right": ["fish", "wine"]}
    assert label(state, command) == text


def test_a_starting_tile_is_told_with_its_slot_and_bowl() -> None:
    state = owing("starting_tile")
    state.public.tops["points"] = "T10"
    state.public.mats[A].slots[1] = "T01"
    text = "Take a Trajan tile for slot IV: 9 points (orange twice); in the tray: blue, yellow"
    assert label(state, cmd.TakeStartingTile(stack="points")) == text


def test_a_trajan_tile_goes_to_the_slot_of_the_arch() -> None:
    state = performing("trajan")
    state.public.tops["goods"] = "T02"
    state.public.mats[A].arch = 2
    text = "Take a Trajan tile for slot III: 2 commodity cards (3 points; blue twice); in the tray: orange, pink"
    assert label(state, cmd.TakeTrajanTile(stack="goods")) == text


# Sowing


@pytest.mark.parametrize(
    ("time", "rounds", "tile", "text"),
    [
        (0, 0, None, "Take tray I: military; to sow: blue, yellow"),
        (9, 0, "T13", "Take tray I: military, end of the round; to sow: blue, yellow"),
        (9, 3, "T14", "Take tray I: military, end of the quarter; to sow: blue, yellow"),
        (0, 0, "T44", "Take tray I: military; tile in reach: +2 tile (4 points; blue and pink); to sow: blue, yellow"),
    ],
)
def test_a_bowl_tells_where_its_markers_lead(time: int, rounds: int, tile: str | None, text: str) -> None:
    state = at_turn()
    state.public.time, state.public.rounds = time, rounds
    state.public.mats[A].slots[2] = tile
    assert label(state, cmd.TakeMarkers(bowl="I")) == text


def test_the_last_bowl_of_the_last_round_ends_the_game() -> None:
    state = at_turn()
    state.public.time, state.public.rounds, state.public.quarter = 9, 3, 4
    assert label(state, cmd.TakeMarkers(bowl="I")).startswith("Take tray I: military, end of the game;")


@pytest.mark.parametrize(
    ("bowl", "slot_v", "text"),
    [
        ("II", "T13", "senate (not possible now)"),
        ("III", "T13", "Trajan’s arch (not possible now)"),
        ("III", "T16", "Trajan’s arch (possible if the tile is completed)"),
        ("VI", "T13", "forum (not possible now)"),
        ("IV", "T13", "construction (not possible now)"),
    ],
)
def test_a_bowl_does_not_promise_an_action_that_is_not_possible(bowl: cmd.Numeral, slot_v: str, text: str) -> None:
    state = at_turn()
    public, mat = state.public, state.public.mats[A]
    public.senate = [[B], [], [], [], [], [], [], [A]]
    public.forum, public.extra = [None], [None]
    mat.slots, mat.arch = ["T13", "T13", "T13", "T13", slot_v, "T13"], None
    mat.supply, mat.worker_camp = 0, 0
    assert label(state, cmd.TakeMarkers(bowl=bowl)).startswith(f"Take tray {bowl}: {text};")


@pytest.mark.parametrize(
    ("taken", "text"),
    [
        (
            ["blue"],
            (
                "Sow one blue marker into tray II; completes the tile: 1 legionnaire (5 points; blue twice); "
                "already there: blue"
            ),
        ),
        (
            ["blue", "pink"],
            "Sow one blue marker into tray II; tile there: 1 legionnaire (5 points; blue twice); already there: blue",
        ),
        (
            ["blue", "blue"],
            "Sow one blue marker into tray II; tile there: 1 legionnaire (5 points; blue twice); already there: blue",
        ),
    ],
)
def test_a_marker_tells_the_tile_of_its_bowl(taken: list[str], text: str) -> None:
    state = at_turn()
    mat = state.public.mats[A]
    mat.bowls, mat.slots = [taken, ["blue"], [], [], [], []], [None, "T29", None, None, None, None]
    state.public.owed, state.public.in_hand = [Owed(A, "marker")], taken
    assert label(state, cmd.SowMarker(colour="blue")) == text


@pytest.mark.parametrize(
    ("colour", "text"),
    [
        ("blue", "Sow one blue marker into tray II; already there: green, white"),
        (
            "yellow",
            (
                "Sow one yellow marker into tray II; tile in reach: +2 tile (4 points; blue and pink); "
                "already there: green, white"
            ),
        ),
    ],
)
def test_a_marker_tells_which_tile_stays_in_reach(colour: str, text: str) -> None:
    state = at_turn()
    state.public.mats[A].slots[2] = "T44"
    assert label(sow(state, "I").state, cmd.SowMarker(colour=colour)) == text


@pytest.mark.parametrize(
    ("taken", "tile"),
    [
        (["blue"], "T31"),
        (["blue", "pink"], "T31"),
        (["blue", "blue", "pink"], "T29"),
        (["blue"] * 4 + ["pink"] * 2, "T29"),
        (["blue"] * 4 + ["pink"] * 2, "T31"),
        (["blue"] * 4 + ["pink"] * 3, "T29"),
        (["blue"] * 4 + ["pink"] * 3, "T39"),
        (["blue"] * 6 + ["pink"], "T14"),
    ],
)
def test_a_tile_is_in_reach_if_some_order_of_the_markers_completes_it(taken: list[str], tile: str) -> None:
    state = at_turn()
    mat = state.public.mats[A]
    mat.bowls = [taken, ["white"], [], ["blue"], [], ["white"]]
    mat.slots = [tile] * 6
    orders = (sow(state, "I", *order).events for order in {*permutations(taken)})
    completed = any(isinstance(event, ev.TrajanTileCompleted) for events in orders for event in events)
    assert ("tile in reach" in label(state, cmd.TakeMarkers(bowl="I"))) == completed


@pytest.mark.parametrize(
    ("tile", "supply", "text"),
    [
        ("T01", 0, "Use the special action: 2 commodity cards"),
        ("T24", 9, "Use the special action: 2 workers for the camp"),
        ("T24", 1, "Use the special action: 1 worker for the camp"),
        ("T28", 9, "Use the special action: 1 legionnaire for the camp"),
    ],
)
def test_a_special_action_tells_what_is_gained(tile: str, supply: int, text: str) -> None:
    state = owing("special", tile)
    state.public.mats[A].supply = supply
    assert label(state, cmd.UseSpecialAction()) == text
    assert label(state, cmd.DeclineSpecialAction()) == "Decline the special action"


def test_a_plus_two_tile_tells_what_it_is_for() -> None:
    text = "Attach the +2 tile to an action: seaport; an extra-action tile then repeats it up to twice"
    assert label(owing("special", "T44"), cmd.AttachPlusTwo(action="port")) == text


# Forum, military, senate, construction


@pytest.mark.parametrize(
    ("tile", "text"),
    [
        ("bread", "Take a forum tile: bread – meets an open demand (you have 1)"),
        ("games", "Take a forum tile: games – for a later demand (you have 1)"),
        ("religion", "Take a forum tile: religion – for a later demand"),
        ("wild_need", "Take a forum tile: wild demand – meets an open demand"),
        ("votes_3", "Take a forum tile: 3 votes – for the vote (you have 5)"),
        ("wild_good", "Take a forum tile: wild commodity – for a shipment"),
        ("wild_building", "Take a forum tile: wild building – for a set of buildings"),
        ("extra_port", "Take a forum tile: extra seaport action – repeats the action up to twice"),
        ("extra_senate", "Take a forum tile: extra senate action – repeats an action"),
        ("wild_extra_action", "Take a forum tile: wild extra action – repeats an action"),
    ],
)
def test_a_forum_tile_tells_its_use(tile: str, text: str) -> None:
    state = performing("forum")
    public = state.public
    public.forum[0] = tile
    public.needs = ["bread", "bread", "games"]
    public.mats[A].tiles = ["bread", "games", "votes_2"]
    public.mats[A].plus_two = ["port"]
    public.senate = [[B], [], [A], [], [], [], [], []]
    assert label(state, cmd.TakeForumTile(tile=tile)) == text


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (cmd.Recruit(), "Recruit a legionnaire (in the camp now: 1)"),
        (
            cmd.MoveGeneral(province="raetia"),
            (
                "Move your military leader to Raetia, taking the tile there: 3 votes (for the vote); "
                "conquering it would score 3 points"
            ),
        ),
        (
            cmd.MoveGeneral(province="noricum"),
            "Move your military leader to Noricum; you have already conquered it",
        ),
    ],
)
def test_a_move_of_the_general_tells_the_tile_and_the_province(command: Command, text: str) -> None:
    state = performing("military")
    state.public.provinces = {"raetia": "votes_3"}
    state.public.mats[A].legionaries = ["noricum"]
    assert label(state, command) == text


@pytest.mark.parametrize(("foreign", "points"), [(0, "5 points"), (1, "2 points"), (2, "no points")])
def test_a_conquest_tells_its_points(foreign: int, points: str) -> None:
    state = performing("military", players=3)
    state.public.mats[A].general = "noricum"
    for mat in state.public.mats[1 : 1 + foreign]:
        mat.legionaries = ["noricum"]
    assert label(state, cmd.Conquer()) == f"Conquer Noricum with a legionnaire: {points}"


def test_the_senate_tells_the_next_space() -> None:
    state = performing("senate")
    state.public.senate = [[B], [], [A], [], [], [], [], []]
    assert label(state, cmd.AdvanceInSenate()) == "Advance in the senate: 4 points, 4 votes on the track"


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (cmd.Hire(), "Hire a worker (in the camp now: 1)"),
        (cmd.Build(cell="A1"), "Build in A1: door (3 points), your first; then one more action: senate"),
        (cmd.Build(cell="A2"), "Build in A2: roof (5 points), your third"),
        (cmd.Build(cell="A3"), "Build in A3: no building is left there"),
    ],
)
def test_a_building_tells_what_stands_there(command: Command, text: str) -> None:
    state = performing("construction")
    state.public.cells = {"A1": "door_3", "A2": "roof_5"}
    state.public.mats[A].buildings = ["roof_2", "roof_3", "window_2"]
    assert label(state, command) == text


@pytest.mark.parametrize(
    ("building", "text"),
    [
        ("door_5", "door (5 points), your first; senate is not possible now"),
        ("roof_2", "roof (2 points), your first; Trajan’s arch is not possible now"),
        ("stairs_2", "stairs (2 points), your first; forum is not possible now"),
        ("window_2", "window (2 points), your first; then one more action: military"),
    ],
)
def test_a_first_building_does_not_promise_what_is_not_possible(building: str, text: str) -> None:
    state = performing("construction")
    state.public.cells = {"A1": building}
    state.public.senate = [[B], [], [], [], [], [], [], [A]]
    state.public.forum, state.public.extra = [None], [None]
    state.public.mats[A].slots, state.public.mats[A].arch = ["T01"] * 6, None
    assert label(state, cmd.Build(cell="A1")) == f"Build in A1: {text}"


# Repeats, and the end of a quarter


@pytest.mark.parametrize(("plus_two", "times"), [([], "once"), (["senate"], "once"), (["forum"], "up to twice")])
def test_a_repeat_tells_what_is_repeated_and_how_often(plus_two: list[str], times: str) -> None:
    state = owing("repeat", "forum")
    state.public.mats[A].tiles = ["extra_forum"]
    state.public.mats[A].plus_two = plus_two
    text = f"Repeat the action {times} with a tile: forum (extra forum action)"
    assert label(state, cmd.UseExtraAction(tile="extra_forum")) == text
    assert label(state, cmd.RepeatNothing()) == "Do not repeat this action: forum"


@pytest.mark.parametrize("scarce", [True, False])
@pytest.mark.parametrize("action", ["forum", "senate", "trajan", "construction", "military", "port"])
def test_a_repeat_is_told_as_often_as_it_is_possible(action: cmd.ActionName, scarce: bool) -> None:
    state = owing("repeat", action)
    public, mat = state.public, state.public.mats[A]
    mat.tiles, mat.plus_two = ["wild_extra_action"], [action]
    if scarce:
        public.forum, public.extra = ["bread"], [None]
        public.senate = [[B], [], [], [], [], [], [A], []]
        mat.slots, mat.arch = ["T01"] * 5 + [None], 5
        mat.supply, mat.worker_camp = 0, 1
    text = label(state, cmd.UseExtraAction(tile="wild_extra_action"))
    repeated = given(GAME, state).when(A, cmd.UseExtraAction(tile="wild_extra_action"))
    again = []
    for command in GAME.legal(repeated.state, A):
        then = given(GAME, GAME.copy(repeated.state)).when(A, command).state
        again.append(ACTIONS[action].possible(then, A))
    times = "up to twice" if any(again) else "once"
    assert text == f"Repeat the action {times} with a tile: {GAME.words.name(action, 'en')} (wild extra action)"


def test_a_need_is_told_with_the_tiles_left_for_it() -> None:
    state = at_turn()
    state.public.owed, state.public.waiting = [], [A]
    state.public.mats[A].open_needs = ["bread"]
    state.public.mats[A].tiles = ["bread", "bread", "wild_need"]
    assert label(state, cmd.CoverNeed(tile="bread")) == "Meet the demand for bread with a bread tile (you have 2)"
    assert (
        label(state, cmd.CoverNeed(tile="wild_need"))
        == "Meet the demand for bread with a wild demand tile (you have 1)"
    )


@pytest.mark.parametrize(
    ("tile", "text"),
    [
        ("goods_wine_fish", "Take the bonus tile: 3 points for each wine or fish card laid out; worth 8 points now"),
        ("workers", "Take the bonus tile: 1 point for each worker in the construction area; worth 2 points now"),
        ("need_bread", "Take the bonus tile: 9 points if you have a bread forum tile; worth 11 points now"),
    ],
)
def test_a_bonus_tile_tells_what_it_pays_and_what_it_adds_now(tile: str, text: str) -> None:
    state = owing("bonus_tile")
    state.public.offered = [tile]
    mat = state.public.mats[A]
    mat.bonus = [Bonus("gold_tiles", gold=False)]
    mat.laid_out, mat.tiles = ["fish", "wine", "oil"], ["bread"]
    assert label(state, cmd.ChooseBonusTile(tile=tile)) == text


# Whole games


@pytest.mark.parametrize("players", GAME.meta.players)
def test_the_points_told_are_the_points_scored(players: int) -> None:
    told = 0
    for logged in LoggedMatch(GAME, players, 12).steps(12):
        waiting = logged.match.to_act()
        for seat in () if isinstance(waiting, Step) else waiting:
            state = logged.match.state
            view = GAME.view(state, seat)
            for command in GAME.legal(state, seat):
                if isinstance(command, cmd.Conquer | cmd.AdvanceInSenate | cmd.SetSail):
                    events = GAME.decide(state, seat, command, NoRng())
                    scored = sum(event.points for event in events if isinstance(event, PointsScored))
                    assert GAME.facts(view, command)["points"] == scored
                    told += 1
    assert told
