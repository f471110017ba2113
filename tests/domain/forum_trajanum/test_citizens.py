"""Cases T-28 to T-34: rows, abilities, second bonuses, payment of the citizens, the slider."""

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.prestige import next_position
from domain.forum_trajanum.state import Colony, ForumTrajanumState, Owed
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.domain.forum_trajanum import positions as at
from tests.kit.scenario import Given, given

CITIZEN = {1: "C-P-m", 2: "C-P-m", 3: "C-M-m", 4: "C-M-m", 5: "C-A-m", 6: "C-A-m"}
BONUSES = ("tribune", "assistant", "coin", "upgrade", "victory_points")


def placed(state: ForumTrajanumState, row: int) -> Given:
    """Seat 0 uses a received citizen and places it in that row."""
    scene = given(GAME, at.turn(state, received=CITIZEN[row])).when(0, cmd.UseTile(which="received"))
    return scene.when(0, cmd.PlaceCitizen(row=row))


def test_t28_a_second_citizen_wakes_the_first_and_brings_the_bonus() -> None:
    scene = placed(at.settle(at.give(at.opened()), 6, active=False), 6)
    colony = at.colony_of(scene.state)
    assert (len(colony.rows[5]), colony.active[5], colony.stock["coin"]) == (2, True, 0)
    scene.when(0, cmd.TakeResource(resource="builder"))
    assert colony.stock["builder"] == 1


@pytest.mark.parametrize(
    ("row", "resources"),
    [
        (3, ["coin", "tribune"]),
        (4, ["coin", "assistant"]),
        (5, ["worker_blue", "worker_green", "worker_orange", "worker_yellow"]),
        (6, ["builder"]),
    ],
)
def test_the_bonus_of_a_second_citizen_is_a_choice_or_nothing(row: int, resources: list[str]) -> None:
    scene = placed(at.settle(at.opened(), row), row)
    takes: list[Command] = [cmd.TakeResource(resource=resource) for resource in resources]
    assert GAME.legal(scene.state, Seat(0)) == [*takes, cmd.DeclineReward()]
    before = dict(at.colony_of(scene.state).stock)
    scene.when(0, takes[-1])
    assert at.colony_of(scene.state).stock == before | {resources[-1]: before[resources[-1]] + 1}


def test_a_first_citizen_brings_no_bonus() -> None:
    scene = placed(at.opened(), 5)
    assert scene.state.public.turn is not None
    assert scene.state.public.turn.owed[-1].kind == "build"


def test_r27_the_second_citizen_of_row_1_sends_an_envoy_to_any_coloured_cell() -> None:
    state = at.settle(at.envoys(at.example_forum(at.opened(3)), 1, "r1c1"), 1)
    scene = placed(state, 1).refuses(0, cmd.SendEnvoy(cell="r1c7"), "cell_not_allowed")
    scene.refuses(0, cmd.SendEnvoy(cell="r1c1"), "cell_occupied").when(0, cmd.SendEnvoy(cell="r3c2"))
    assert scene.state.public.forum.envoys["r3c2"] == 0


def test_t29_the_second_citizen_of_patrician_2_brings_one_area_bonus() -> None:
    scene = placed(at.settle(at.give(at.opened()), 2), 2).when(0, cmd.TakeAreaBonus(bonus="coin"))
    scene.refuses(0, cmd.TakeAreaBonus(bonus="tribune"), "not_offered")
    assert at.colony_of(scene.state).stock["coin"] == 1


def test_t29_with_patrician_2_a_completed_area_brings_two_different_bonuses() -> None:
    state = at.settle(at.envoys(at.example_forum(at.opened(3)), 1, "r1c1"), 2)
    scene = given(GAME, at.owing(at.give(state), Owed(kind="envoy", of="green")))
    scene.when(0, cmd.SendEnvoy(cell="r2c1")).when(0, cmd.TakeAreaBonus(bonus="coin"))
    scene.refuses(0, cmd.TakeAreaBonus(bonus="coin"), "bonus_twice").when(0, cmd.TakeAreaBonus(bonus="tribune"))
    assert at.colony_of(scene.state).stock["coin"] == at.colony_of(scene.state).stock["tribune"] == 1


def test_t29_with_patrician_2_the_second_market_brings_two_or_one_or_none() -> None:
    state = at.settle(at.built(at.opened(), {"r2c2": "market"}), 2)
    scene = given(GAME, at.owing(state, Owed(kind="track", of="market", number=2)))
    scene.when(0, cmd.TakeReward(space=2)).when(0, cmd.TakeAreaBonus(bonus="victory_points"))
    scene.then_scored(0, 2, "area_bonus").when(0, cmd.DeclineReward())
    assert scene.state.public.turn is not None
    assert scene.state.public.turn.owed[-1].kind == "close"


def test_t29_without_patrician_2_it_is_one() -> None:
    scene = given(GAME, at.owing(at.opened(), Owed(kind="track", of="market", number=2)))
    scene.when(0, cmd.TakeReward(space=2))
    assert GAME.legal(scene.state, Seat(0)) == [*(cmd.TakeAreaBonus(bonus=b) for b in BONUSES), cmd.DeclineReward()]
    scene.when(0, cmd.TakeAreaBonus(bonus="assistant")).refuses(0, cmd.TakeAreaBonus(bonus="coin"), "not_offered")


def test_t30_merchant_1_turns_the_slider_for_good() -> None:
    scene = placed(at.opened(), 3)
    colony = at.colony_of(scene.state)
    assert colony.advanced
    colony.slider = 1
    assert next_position(colony) == 2
    colony.slider = 2
    assert next_position(colony) == 4
    colony.active[2] = False
    assert (colony.advanced, next_position(colony)) == (True, 3)


@pytest.mark.parametrize(("position", "merchant", "after"), [(1, True, 2), (2, True, 4), (2, False, 3), (6, True, 6)])
def test_t31_an_upgrade_moves_the_slider(position: int, merchant: bool, after: int) -> None:
    colony = Colony(board=0, stock={}, slider=position)
    colony.active[2] = merchant
    assert next_position(colony) == after


def test_r36_an_upgrade_at_the_right_end_may_be_chosen_and_is_lost() -> None:
    state = at.owing(at.opened(), Owed(kind="area_bonus", number=1, choices=BONUSES))
    at.colony_of(state).slider = 6
    scene = given(GAME, state).when(0, cmd.TakeAreaBonus(bonus="upgrade"))
    assert at.colony_of(scene.state).slider == 6


def paying(coins: int, **rows: int) -> Given:
    state = at.give(at.opened(), coin=coins)
    for row, number in rows.items():
        at.settle(state, int(row.removeprefix("row_")), number)
    at.give(state, 1)
    return given(GAME, at.paying(state))


def test_t32_a_row_costs_one_coin_with_one_citizen_or_two() -> None:
    scene = paying(3, row_1=2, row_4=1).when(0, cmd.PayCitizens(rows=(1, 4)))
    colony = at.colony_of(scene.state)
    assert (colony.stock["coin"], colony.active) == (1, [True, False, False, True, False, False])


def test_t32_rows_without_citizens_and_more_rows_than_coins_cannot_be_paid() -> None:
    scene = paying(1, row_1=2, row_4=1).refuses(0, cmd.PayCitizens(rows=(2,)), "row_empty")
    scene.refuses(0, cmd.PayCitizens(rows=(1, 4)), "too_few").refuses(0, cmd.PayCitizens(rows=(4, 1)), "rows_in_order")
    assert len(GAME.legal(scene.state, Seat(0))) == 3


def test_t33_an_unpaid_row_has_no_multiplier_no_ability_and_no_column_point() -> None:
    scene = paying(1, row_4=2).when(0, cmd.PayCitizens(rows=()))
    at.built(scene.state, {"r4c1": "column", "r4c3": "market"})
    given(GAME, at.scoring(scene.state, "colony")).when_resolved().then_scored(0, 2)
    scene.state.public.step = None
    state = at.owing(scene.state, Owed(kind="rewards", cells=("r4c1",)))
    given(GAME, state).when(0, cmd.CollectReward(cell="r4c1")).then_scored(0, 3)
    free = given(GAME, at.building(state))
    free.refuses(0, cmd.SwapResource(gives="coin", gets="tribune"), "citizen_inactive")


def test_t33_an_inactive_row_can_be_paid_again() -> None:
    state = at.settle(at.give(at.opened(), coin=1), 4, 2, active=False)
    scene = given(GAME, at.paying(at.give(state, 1))).when(0, cmd.PayCitizens(rows=(4,)))
    assert at.colony_of(scene.state).active[3]


def test_who_has_no_coin_is_not_asked() -> None:
    state = at.settle(at.give(at.give(at.opened(), coin=0), 1, coin=1), 1)
    state = at.settle(at.settle(state, 2, seat=1), 3, seat=1, active=False)
    scene = given(GAME, at.paying(state))
    assert GAME.to_act(scene.state) == (1,)
    scene.when(1, cmd.PayCitizens(rows=(3,)))
    assert not any(at.colony_of(scene.state).active)
    assert at.colony_of(scene.state, 1).active == [False, False, True, False, False, False]


def test_r39_a_payment_is_secret_and_can_be_withdrawn_until_everyone_has_paid() -> None:
    state = at.settle(at.settle(at.give(at.give(at.opened(), coin=1), 1, coin=1), 1), 2, seat=1)
    scene = given(GAME, at.paying(state)).when(0, cmd.PayCitizens(rows=(1,)))
    assert at.colony_of(scene.state).stock["coin"] == 1
    scene.when(0, cmd.Withdraw()).when(0, cmd.PayCitizens(rows=())).when(1, cmd.PayCitizens(rows=(2,)))
    assert (at.colony_of(scene.state).active[0], at.colony_of(scene.state, 1).active[1]) == (False, True)
    scene.refuses(0, cmd.Withdraw(), "nothing_to_withdraw")


def test_t34_artisan_1_works_twice_a_turn_and_artisan_2_once() -> None:
    state = at.settle(at.settle(at.give(at.opened(), assistant=5), 5, 2), 6)
    scene = given(GAME, at.building(state)).when(0, cmd.HireWorker(colour="blue"))
    scene.when(0, cmd.HireWorker(colour="yellow")).refuses(0, cmd.HireWorker(colour="blue"), "ability_used")
    scene.when(0, cmd.HireBuilder()).refuses(0, cmd.HireBuilder(), "ability_used")
    stock = at.colony_of(scene.state).stock
    assert (stock["assistant"], stock["worker_blue"], stock["worker_yellow"], stock["builder"]) == (2, 1, 1, 1)


def test_a_citizen_placed_in_this_turn_helps_at_once() -> None:
    placed(at.give(at.opened(), assistant=1), 6).when(0, cmd.HireBuilder())


def test_a_full_row_takes_no_third_citizen() -> None:
    state = at.turn(at.settle(at.opened(), 5, 2), own="C-A-w")
    scene = given(GAME, state).when(0, cmd.UseTile(which="own"))
    scene.refuses(0, cmd.PlaceCitizen(row=5), "row_full").offers(0, cmd.PlaceCitizen(row=6))
