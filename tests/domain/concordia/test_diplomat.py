"""Diplomat (section 6.7)."""

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import discarded, opening, stock, turn_of
from tests.kit.scenario import given

PLAY = cmd.PlayCard(card="start-diplomat")


def test_t15_exactly_the_cards_on_top_that_are_no_diplomats() -> None:
    state = opening(5, "imperium")
    discarded(state, 1, "start-mercator", "start-senator")
    discarded(state, 2, "start-architect")
    discarded(state, 3, "start-prefect-1")
    discarded(state, 4, "start-diplomat")
    scene = given(GAME, state).when(0, PLAY)
    assert [option for option in GAME.legal(scene.state, Seat(0)) if not option.ASIDE] == [
        cmd.CopyCard(opponent=Seat(1), card="start-senator"),
        cmd.CopyCard(opponent=Seat(2), card="start-architect"),
        cmd.CopyCard(opponent=Seat(3), card="start-prefect-1"),
    ]
    scene.refuses(0, cmd.CopyCard(opponent=Seat(4), card="start-diplomat"), "nothing_to_copy")
    scene.refuses(0, cmd.CopyCard(opponent=Seat(1), card="start-mercator"), "not_on_top")
    scene.refuses(0, cmd.CopyCard(opponent=Seat(0), card="start-diplomat"), "no_such_opponent")
    scene.refuses(0, cmd.CopyCard(opponent=Seat(5), card="start-architect"), "no_such_opponent")


def test_t16_after_everyone_s_tribune_the_diplomat_has_no_effect() -> None:
    state = opening(3, "imperium")
    turn_of(state, 1)
    scene = given(GAME, state)
    for seat in (1, 2):
        discarded(scene.state, seat, "start-architect")
        scene.when(seat, cmd.PlayCard(card="start-tribune")).when(seat, cmd.EndAction())
    scene.when(0, PLAY)
    scene.then(
        ev.CardPlayed(seat=Seat(0), card="start-diplomat"),
        ev.ActionForgone(seat=Seat(0), action="diplomat"),
        ev.TurnBegan(seat=Seat(1)),
    )


def test_r4_a_diplomat_must_copy_if_there_is_a_card() -> None:
    state = opening(3, "imperium")
    discarded(state, 1, "start-architect")
    scene = given(GAME, state).when(0, PLAY)
    scene.refuses(0, cmd.EndAction(), "not_offered")


def test_the_copier_s_own_pieces_count_and_the_opponent_s_card_stays() -> None:
    state = opening(3, "imperium")
    discarded(state, 1, "start-senator")
    stock(state, 0, brick=1, food=2, tool=1, wine=1, cloth=1)
    first = state.public.display[0]
    assert first is not None
    scene = given(GAME, state).when(0, PLAY).when(0, cmd.CopyCard(opponent=Seat(1), card="start-senator"))
    scene.then(
        ev.CardCopied(seat=Seat(0), opponent=Seat(1), card="start-senator"),
        ev.ActionBegan(seat=Seat(0), action="senator", allowance=2),
    )
    buy = next(o for o in GAME.legal(scene.state, Seat(0)) if isinstance(o, cmd.BuyCard) and o.card == first)
    scene.when(0, buy)
    assert first in scene.state.public.players[0].hand
    assert scene.state.public.players[0].discard == ["start-diplomat"]
    assert scene.state.public.players[1].discard == ["start-senator"]
