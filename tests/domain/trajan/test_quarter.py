"""§7 and §8: the end of rounds and quarters, with the choices in them."""

import pytest

from domain.kernel.game import Step
from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.events import quarter as ev
from domain.trajan.state import Bonus, TrajanState
from tests.domain.trajan.positions import A, B, C, D, at_turn, performing, quarter_end, resolve_all, turn_began
from tests.kit.scenario import Given, given, waited_for


def needs_of(tiles: list[str], *needs: str, kept: tuple[str, ...] = ()) -> TrajanState:
    state = quarter_end(at_turn(), *needs)
    state.public.mats[A].tiles = tiles
    state.public.mats[A].kept = list(kept)
    return state


# Rounds


def test_tc13_first_lap() -> None:
    state = performing("senate")
    state.public.laps = 1
    need = state.need_stack[-1]
    scenario = given(GAME, state).when(A, cmd.SkipAction())
    assert scenario.events[-3:] == [
        ev.RoundEnded(quarter=1, round=1),
        ev.NeedTurnedUp(need=need),
        turn_began(B),
    ]
    assert scenario.state.public.needs == [need]


def test_tc14_fourth_lap() -> None:
    state = performing("senate")
    state.public.rounds, state.public.laps = 3, 1
    state.public.needs = ["bread", "bread", "games"]
    scenario = given(GAME, state).when(A, cmd.SkipAction())
    assert scenario.events[-2:] == [ev.RoundEnded(quarter=1, round=4), ev.StepDue(step="needs")]
    assert len(scenario.state.public.needs) == 3
    assert GAME.to_act(scenario.state) == Step("needs")


# Needs


def test_tc10_needs() -> None:
    state = needs_of(["games", "religion"], "games", "games", "bread", kept=("T50",))
    scenario = given(GAME, state).when_resolved().then_scored(A, -4, "unmet_needs")
    mat = scenario.state.public.mats[A]
    assert (mat.tiles, mat.kept) == (["religion"], ["T50"])
    assert scenario.state.public.removed.tiles[-1:] == ["games"]
    assert GAME.to_act(scenario.state) == Step("vote")


@pytest.mark.parametrize(("tiles", "points"), [(0, -15), (1, -9), (2, -4), (3, 0), (4, 0)])
def test_unmet_needs_cost_points(tiles: int, points: int) -> None:
    state = needs_of(["bread"] * tiles, "bread", "bread", "bread")
    given(GAME, state).when_resolved().then_scored(A, points)


def test_tc28_wild_need_is_compulsory() -> None:
    state = needs_of(["bread", "wild_need"], "bread", "bread", "bread")
    scenario = given(GAME, state).when_resolved().then_scored(A, -4)
    assert scenario.state.public.mats[A].tiles == []


def test_tc29_negative_points() -> None:
    state = needs_of([], "bread", "games", "religion")
    state.scores[A] = 3
    assert given(GAME, state).when_resolved().state.scores[A] == -12


def test_a_kept_tile_covers_one_need_in_every_quarter() -> None:
    state = needs_of([], "bread", "bread", "games", kept=("T46", "T49"))
    scenario = given(GAME, state).when_resolved().then_scored(A, -4)
    assert scenario.state.public.mats[A].kept == ["T46", "T49"]


def test_r13_the_player_chooses_between_the_symbol_and_a_spare_wild_need() -> None:
    state = needs_of(["bread", "wild_need"], "bread", "games", "games", kept=("T49", "T50"))
    scenario = given(GAME, state).when_resolved()
    assert GAME.to_act(scenario.state) == (A,)
    assert GAME.legal(scenario.state, A) == [cmd.CoverNeed(tile="bread"), cmd.CoverNeed(tile="wild_need")]
    scenario.refuses(A, cmd.CoverNeed(tile="games"), "does_not_cover")
    scenario.refuses(B, cmd.CoverNeed(tile="bread"), "not_your_turn")
    scenario.when(A, cmd.CoverNeed(tile="wild_need"))
    scenario.then(
        ev.NeedCovered(seat=A, need="bread", tile="wild_need"), ev.NeedsSettled(seat=A), ev.StepDue(step="vote")
    )
    assert scenario.state.public.mats[A].tiles == ["bread"]


def test_a_wild_need_that_another_need_wants_is_no_choice() -> None:
    state = needs_of(["bread", "wild_need"], "bread", "games", "bread", kept=("T46",))
    scenario = given(GAME, state).when_resolved().then_scored(A, 0)
    assert scenario.state.public.mats[A].tiles == []


def test_all_seats_with_a_choice_are_asked_at_once() -> None:
    state = quarter_end(at_turn(3), "bread", "bread", "games")
    for seat in (A, C):
        state.public.mats[seat].tiles = ["bread", "bread", "games", "wild_need"]
    scenario = given(GAME, state).when_resolved()
    assert GAME.to_act(scenario.state) == (A, C)
    for tile in ("bread", "bread", "games"):
        scenario.when(C, cmd.CoverNeed(tile=tile))
    for tile in ("wild_need", "bread"):
        scenario.when(A, cmd.CoverNeed(tile=tile))
    assert GAME.legal(scenario.state, A) == [cmd.CoverNeed(tile="games")]
    scenario.when(A, cmd.CoverNeed(tile="games"))
    assert scenario.state.public.mats[C].tiles == ["wild_need"]
    assert scenario.state.public.mats[A].tiles == ["bread"]
    assert GAME.to_act(scenario.state) == Step("vote")


# The vote


def voting(senate: list[list[int]], players: int = 2) -> TrajanState:
    state = quarter_end(at_turn(players))
    state.public.senate = [[*senate[space]] if space < len(senate) else [] for space in range(8)]  # type: ignore[list-item]  # tiles as plain text
    state.public.step = "vote"
    return state


def test_tc11_vote() -> None:
    green, brown = A, B
    state = voting([[C], [], [], [D], [brown, green]], players=4)
    state.public.mats[brown].tiles = ["votes_3"]
    scenario = given(GAME, state).when_resolved()
    scenario.then_among(ev.VotesCounted(votes=(5, 8, 0, 4), ranking=(brown, green, D, C)))
    assert GAME.to_act(scenario.state) == (brown,)


def test_tc12_consuls() -> None:
    green, brown = A, B
    state = voting([[C], [], [], [D], [brown, green]], players=4)
    state.public.mats[brown].tiles = ["votes_3"]
    left, right = state.public.offered
    scenario = given(GAME, state).when_resolved()
    scenario.refuses(brown, cmd.ChooseBonusTile(tile="nothing"), "not_beside_the_track")
    scenario.when(brown, cmd.ChooseBonusTile(tile=left))
    assert scenario.state.public.mats[brown].bonus[-1] == Bonus(left, gold=True)
    assert scenario.state.public.mats[green].bonus[-1] == Bonus(right, gold=False)
    assert scenario.state.public.senate[0] == [C, D, green, brown]
    assert GAME.to_act(scenario.state) == Step("clean_up")


def test_equal_votes_are_ranked_by_those_on_the_track() -> None:
    state = voting([[], [A], [], [], [B]])
    state.public.mats[A].tiles = ["votes_3"]
    given(GAME, state).when_resolved().then_among(ev.VotesCounted(votes=(5, 5), ranking=(B, A)))


def test_tc30_zero_votes() -> None:
    given(GAME, voting([[A, B]])).when_resolved().then_among(ev.VotesCounted(votes=(0, 0), ranking=(B, A)))


# Clean-up and refill


def cleaning_up(state: TrajanState) -> Given:
    state.public.step = "clean_up"
    return given(GAME, state)


def test_tc15_clean_up() -> None:
    state = quarter_end(at_turn(4), "bread", "bread", "games")
    for seat, mat in enumerate(state.public.mats):
        mat.tiles = ["bread", "bread", "votes_2", "votes_5", "religion"] if seat == A else []
        mat.kept = ["T49"]
    public = state.public
    public.provinces = {
        province: tile for province, tile in public.provinces.items() if province not in {"alpes", "raetia", "noricum"}
    }
    del public.provinces["aquitania"]
    public.mats[B].general = "raetia"
    public.mats[C].legionaries = ["aquitania"]
    public.grey_ships = ["same", "pairs"]
    public.forum[2] = public.extra[0] = None
    removed = len(public.removed.tiles)
    scenario = given(GAME, state).when_resolved().when_resolved()
    consul = waited_for(GAME.to_act(scenario.state))[0]
    scenario.when(consul, cmd.ChooseBonusTile(tile=scenario.state.public.offered[0])).when_resolved()
    after = scenario.state.public
    assert after.mats[A].tiles == ["religion"]
    assert after.removed.tiles[removed : removed + 4] == ["bread", "bread", "votes_2", "votes_5"]
    assert len(after.removed.tiles) == removed + 4 + 11 + 2
    (filled,) = [event for event in scenario.events if isinstance(event, ev.ProvincesFilled)]
    assert set(filled.tiles) == {"alpes", "noricum"}
    assert None not in after.forum
    assert len(after.forum) == 12
    assert None not in after.extra
    assert after.grey_ships == []
    assert after.quarter == 2
    assert (after.needs, after.removed.needs) == ([], ["bread", "bread", "games"])


def test_r20_bonus_tiles_provinces_and_forum_are_refilled_in_this_order() -> None:
    scenario = cleaning_up(quarter_end(at_turn())).when_resolved()
    order = (
        ev.QuarterCleared,
        ev.BonusTilesOffered,
        ev.ProvincesFilled,
        ev.ForumFilled,
        ev.ShipsTurned,
        ev.QuarterEnded,
        ev.QuarterBegan,
    )
    assert tuple(type(event) for event in scenario.events[:-1]) == order
    assert scenario.events[-1] == turn_began(B)


def test_the_last_forum_tiles_go_to_the_provinces_first_and_spaces_stay_empty() -> None:
    state = quarter_end(at_turn(4))
    state.public.provinces = {}
    state.forum_stack = ["bread"] * 12
    scenario = cleaning_up(state).when_resolved()
    assert len(scenario.state.public.provinces) == 10
    assert scenario.state.public.forum == ["bread"] * 2 + [None] * 10


def test_the_printed_order_of_provinces_decides_who_gets_the_last_tiles() -> None:
    state = quarter_end(at_turn(4))
    state.public.provinces = {}
    state.forum_stack = ["bread", "games"]
    scenario = cleaning_up(state).when_resolved()
    assert scenario.state.public.provinces == {"alpes": "games", "raetia": "bread"}


def test_r15_vote_tiles_in_provinces_stay() -> None:
    state = quarter_end(at_turn())
    state.public.provinces = dict.fromkeys(state.public.provinces, "votes_2")
    scenario = cleaning_up(state).when_resolved()
    assert set(scenario.state.public.provinces.values()) == {"votes_2"}


def test_stored_tiles_other_than_votes_stay() -> None:
    state = quarter_end(at_turn())
    stored = ["games", "wild_good", "wild_need", "wild_building", "wild_extra_action", "extra_port"]
    state.public.mats[A].tiles = [*stored, "votes_4"]
    assert cleaning_up(state).when_resolved().state.public.mats[A].tiles == stored


def test_r4_a_lap_beyond_the_fourth_round_counts_for_the_new_quarter() -> None:
    state = quarter_end(at_turn())
    state.public.laps = 1
    scenario = cleaning_up(state).when_resolved()
    assert (scenario.state.public.quarter, scenario.state.public.rounds) == (2, 1)
    assert len(scenario.state.public.needs) == 1


def test_the_fourth_quarter_is_not_refilled_and_leads_to_the_final_scoring() -> None:
    state = quarter_end(at_turn())
    state.public.quarter = 4
    state.public.laps = 1
    scenario = cleaning_up(state).when_resolved()
    assert [type(event) for event in scenario.events] == [ev.QuarterCleared, ev.QuarterEnded, ev.StepDue]
    assert GAME.to_act(scenario.state) == Step("final_scoring")


def test_the_quarter_is_settled_step_by_step_until_a_choice_is_due() -> None:
    state = quarter_end(at_turn(), "bread", "games", "religion")
    scenario = resolve_all(given(GAME, state))
    assert scenario.state.public.owed[-1].kind == "bonus_tile"
