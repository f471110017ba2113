"""Cases T-16 to T-27 of the draft, and the rulings R-14 to R-19 on the duties it brings."""

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.phases.draft import tile_at
from domain.forum_trajanum.state import ForumTrajanumState
from domain.kernel.ids import Seat
from tests.domain.forum_trajanum import positions as at
from tests.domain.forum_trajanum.positions import AMPHORA, ARCH, LYRE, MONUMENT, WATCHTOWER
from tests.kit.scenario import Given, given


def take(cell: str, street: str, *, tribune: bool = False) -> cmd.TakeTile:
    return cmd.TakeTile(street=street, cell=cell, tribune=tribune)


def drafted(state: ForumTrajanumState, *streets: str, tribunes: int = 0) -> Given:
    """A draft in which seat 0 has that many tribunes and the others none."""
    for seat in range(len(state.scores)):
        at.give(state, seat, tribune=tribunes if seat == 0 else 0)
    return given(GAME, at.drafting(state, *streets))


def finish(scene: Given, *seats: int) -> Given:
    """These seats draft the first thing that they may."""
    for seat in seats:
        while scene.state.public.stage == "draft" and scene.state.public.waiting[seat]:
            scene.when(seat, GAME.legal(scene.state, Seat(seat))[0])
    return scene


def test_t16_after_the_first_tile_an_open_corner_may_follow_and_nothing_is_put_back() -> None:
    scene = drafted(at.opened(), LYRE, MONUMENT).when(0, take("r2c2", LYRE))
    scene.refuses(0, cmd.Withdraw(), "nothing_to_withdraw").refuses(0, take("r2c4", LYRE), "card_served")
    scene.when(0, take("r1c1", MONUMENT))
    first, second = scene.state.secrets[0].taken
    assert second.tile == at.colony_of(scene.state).open["r1c1"]
    scene.offers(0, cmd.KeepTile(tile=first.tile), cmd.KeepTile(tile=second.tile))


def test_t17_a_tribune_ignores_one_card() -> None:
    scene = drafted(at.opened(), WATCHTOWER, MONUMENT, tribunes=1)
    scene.refuses(0, take("r5c5", WATCHTOWER), "not_in_street").when(0, take("r5c5", WATCHTOWER, tribune=True))
    scene.refuses(0, take("r4c4", MONUMENT, tribune=True), "no_tribune").when(0, take("r4c1", MONUMENT))
    finish(scene, 0, 1)
    assert at.colony_of(scene.state).stock["tribune"] == 0


def test_t17_two_tribunes_ignore_both_cards_but_reach_no_ship() -> None:
    scene = drafted(at.opened(), WATCHTOWER, MONUMENT, tribunes=2)
    scene.when(0, take("r5c5", WATCHTOWER, tribune=True)).when(0, take("r6c6", MONUMENT, tribune=True))
    scene.refuses(1, take("ship", WATCHTOWER, tribune=True), "no_tile_there")


def test_t20_an_empty_street_without_a_tribune_gives_one_tile_that_is_kept() -> None:
    scene = drafted(at.uncover_street(at.opened(3), 2), LYRE, MONUMENT)
    assert scene.state.public.waiting == [1, 3, 3]
    scene.refuses(0, cmd.GoWithout(), "street_not_empty").when(0, take("r4c1", MONUMENT))
    kept = scene.state.secrets[0].taken[0].tile
    finish(scene, 1, 2)
    assert scene.state.hands[0].own == kept
    assert scene.state.hands[2].received is None


def test_t20_with_a_tribune_the_player_may_still_go_without() -> None:
    scene = drafted(at.uncover_street(at.opened(), 2), LYRE, MONUMENT, tribunes=1)
    scene.refuses(0, cmd.GoWithout(), "street_not_empty").when(0, take("r4c1", MONUMENT))
    scene.offers(0, take("r5c5", LYRE, tribune=True)).when(0, cmd.GoWithout())
    kept = scene.state.secrets[0].taken[0].tile
    assert GAME.legal(scene.state, Seat(0)) == [cmd.KeepTile(tile=kept)]
    finish(scene, 0, 1)
    revealed = [event for event in scene.events if isinstance(event, ev.DraftRevealed)]
    assert [(event.kept, event.passed) for event in revealed[:1]] == [(kept, None)]


def test_t20_with_a_tribune_an_empty_street_can_be_replaced() -> None:
    scene = drafted(at.uncover_street(at.opened(), 2), LYRE, MONUMENT, tribunes=1)
    scene.when(0, take("r5c5", LYRE, tribune=True)).when(0, take("r4c1", MONUMENT))
    assert len(GAME.legal(scene.state, Seat(0))) == 2


def test_t23_two_empty_streets_without_tribunes_give_nothing_and_ask_nothing() -> None:
    state = at.uncover_street(at.uncover_street(at.opened(), 2), 3)
    scene = drafted(state, LYRE, AMPHORA)
    assert scene.state.public.waiting == [0, 3]
    finish(scene, 1).when(0, cmd.LayTilesOpen())
    assert GAME.legal(scene.state, Seat(0)) == [cmd.UseTile(which="received")]


def test_two_empty_streets_and_one_tribune_are_one_choice() -> None:
    state = at.uncover_street(at.uncover_street(at.opened(), 2), 3)
    scene = drafted(state, LYRE, AMPHORA, tribunes=1)
    assert scene.state.public.waiting == [1, 3]
    scene.offers(0, cmd.GoWithout()).refuses(0, take("r4c1", AMPHORA, tribune=True), "first_card_first")
    scene.when(0, take("r4c1", LYRE, tribune=True))
    assert scene.state.public.waiting == [0, 3]


def test_two_empty_streets_and_two_tribunes_look_like_any_draft_even_if_nothing_is_taken() -> None:
    state = at.uncover_street(at.uncover_street(at.opened(), 2), 3)
    scene = drafted(state, LYRE, AMPHORA, tribunes=2)
    assert scene.state.public.waiting == [3, 3]
    scene.when(0, cmd.GoWithout())
    assert GAME.legal(scene.state, Seat(0)) == [cmd.GoWithout()]
    scene.refuses(0, take("r4c1", LYRE, tribune=True), "card_served").when(0, cmd.GoWithout())
    assert GAME.legal(scene.state, Seat(0)) == [cmd.KeepTile(tile=None)]
    finish(scene.when(0, cmd.KeepTile(tile=None)), 1)
    assert at.colony_of(scene.state).stock["tribune"] == 2


def test_t25_the_same_symbol_twice_gives_two_tiles_of_that_street() -> None:
    scene = drafted(at.opened(), LYRE, LYRE)
    scene.when(0, take("r2c1", LYRE)).refuses(0, take("r3c1", LYRE), "not_in_street").when(0, take("r2c6", LYRE))


def test_t25_the_same_symbol_twice_with_one_tile_left_gives_one() -> None:
    scene = drafted(at.uncover_street(at.opened(), 2, keep=("r2c5",)), LYRE, LYRE)
    assert scene.state.public.waiting == [1, 3]
    assert GAME.legal(scene.state, Seat(0)) == [take("r2c5", LYRE)]


def test_t26_a_corner_tile_taken_and_passed_on_opens_its_crane() -> None:
    state = at.opened()
    at.colony_of(state).cranes["r1c1"] = "green"
    scene = drafted(at.built(state, {"r3c3": "park"}), WATCHTOWER, ARCH)
    corner = at.colony_of(state).open["r1c1"]
    scene.when(0, take("r1c1", WATCHTOWER)).when(0, take("r5c2", ARCH))
    kept = scene.state.secrets[0].taken[1].tile
    finish(scene.when(0, cmd.KeepTile(tile=kept)), 1)
    assert scene.state.hands[1].received == corner
    scene.state.public.turn = None
    given(GAME, at.scoring(scene.state, "cranes")).when_resolved().then_scored(0, 3, "cranes")


def test_t27_turns_go_left_tiles_and_the_start_player_go_right() -> None:
    state = at.opened(4)
    for seat in range(4):
        at.give(state, seat)
    scene = given(GAME, at.drafting(state, LYRE, MONUMENT))
    finish(scene, 0, 1, 3)
    taken = []
    while scene.state.public.stage == "draft":
        taken = [take.tile for take in scene.state.secrets[2].taken]
        scene.when(2, GAME.legal(scene.state, Seat(2))[0])
    assert scene.state.hands[1].received == taken[1]
    order = []
    while scene.state.public.turn is not None:
        seat = scene.state.public.turn.seat
        order.append(seat)
        while scene.state.public.turn is not None and scene.state.public.turn.seat == seat:
            options = GAME.legal(scene.state, seat)
            scene.when(seat, cmd.EndTurn() if cmd.EndTurn() in options else options[0])
    assert order == [0, 1, 2, 3]
    assert scene.state.public.start_player == 3


def test_r15_the_crossing_tile_goes_to_the_street_that_has_no_other() -> None:
    """Street r2 has only r2c1, which lies in c1 too: c1 must be served by another tile."""
    scene = drafted(at.uncover_street(at.opened(), 2, keep=("r2c1",)), LYRE, MONUMENT)
    scene.refuses(0, take("r2c1", MONUMENT), "serve_both").offers(0, take("r2c1", LYRE), take("r3c1", MONUMENT))


def test_r15_a_tribune_may_not_take_the_last_tile_of_the_other_street() -> None:
    scene = drafted(at.uncover_street(at.opened(), 2, keep=("r2c5",)), LYRE, MONUMENT, tribunes=1)
    scene.refuses(0, take("r2c5", MONUMENT, tribune=True), "serve_both").offers(0, take("r2c5", LYRE, tribune=True))


def test_r15_two_streets_with_only_the_crossing_tile_are_served_once() -> None:
    state = at.uncover_street(at.opened(), 2, keep=("r2c1",))
    at.uncover(state, *(f"r{row}c1" for row in (1, 3, 4, 5, 6)))
    scene = drafted(state, LYRE, MONUMENT)
    assert scene.state.public.waiting == [1, 3]
    assert GAME.legal(scene.state, Seat(0)) == [take("r2c1", LYRE)]


def test_r17_a_single_tile_cannot_be_passed_on() -> None:
    scene = drafted(at.uncover_street(at.opened(), 2), LYRE, MONUMENT, tribunes=1)
    scene.when(0, take("r4c1", MONUMENT)).when(0, cmd.GoWithout()).refuses(0, cmd.KeepTile(tile=None), "not_taken")


def test_what_is_kept_can_be_withdrawn_until_the_last_seat_commits() -> None:
    scene = drafted(at.opened(), LYRE, MONUMENT).when(0, take("r2c2", LYRE)).when(0, take("r3c1", MONUMENT))
    first, second = (taken.tile for taken in scene.state.secrets[0].taken)
    scene.when(0, cmd.KeepTile(tile=first)).when(0, cmd.Withdraw()).then(ev.ChoiceWithdrawn(seat=Seat(0)))
    scene.when(0, cmd.KeepTile(tile=second))
    finish(scene, 1)
    assert scene.state.hands[0].own == second


def test_r18_nothing_of_a_draft_changes_the_grid_before_everybody_has_committed() -> None:
    scene = drafted(at.opened(), WATCHTOWER, MONUMENT, tribunes=1)
    before = GAME.view(scene.state, Seat(1))
    tile = tile_at(scene.state, Seat(0), "r4c4")
    scene.when(0, take("r4c4", WATCHTOWER, tribune=True)).when(0, take("r1c1", MONUMENT)).when(
        0, cmd.KeepTile(tile=tile)
    )
    after = GAME.view(scene.state, Seat(1))
    after.public.waiting, after.public.chosen = before.public.waiting, before.public.chosen
    assert after == before


@pytest.mark.parametrize("seat", [0, 1])
def test_the_receiver_alone_sees_what_was_passed(seat: int) -> None:
    scene = finish(drafted(at.opened(3), LYRE, MONUMENT), 0, 1, 2)
    passed = [event for event in scene.events if isinstance(event, ev.DraftRevealed)]
    assert ev.DraftRevealed.SEALED["passed"](passed[seat]) == (seat, (seat - 1) % 3)
    assert ev.DraftRevealed.SEALED["kept"](passed[seat]) == (seat,)
