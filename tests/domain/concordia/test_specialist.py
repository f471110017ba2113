"""Specialists (section 6.10)."""

import pytest

from domain.concordia import GAME
from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.data import SPECIALISTS, Good
from domain.kernel.ids import Seat
from tests.domain.concordia.positions import build, holds, makes, opening, room
from tests.kit.scenario import given

WINE: dict[str, Good] = {"massilia": "wine", "valentia": "wine", "tomis": "wine", "cyrene": "wine"}


def test_t19_four_houses_give_four_wine_to_their_owner_alone() -> None:
    state = opening(3, "imperium")
    makes(state, **WINE)
    build(state, 0, *WINE)
    build(state, 1, "massilia")
    holds(state, 0, "II-vintner")
    room(state, 0, 4)
    scene = given(GAME, state).when(0, cmd.PlayCard(card="II-vintner"))
    scene.then_among(ev.GoodsReceived(seat=Seat(0), goods=("wine",) * 4, forgone=()))
    assert scene.state.public.players[1].goods == state.public.players[1].goods
    assert scene.state.public.coin_side == []
    assert scene.state.public.magnus == state.public.magnus


def test_more_than_fits_is_forgone_without_a_question() -> None:
    state = opening(3, "imperium")
    makes(state, **WINE)
    build(state, 0, *WINE)
    holds(state, 0, "II-vintner")
    room(state, 0, 3)
    scene = given(GAME, state).when(0, cmd.PlayCard(card="II-vintner"))
    scene.then_among(ev.GoodsReceived(seat=Seat(0), goods=("wine",) * 3, forgone=("wine",)))
    assert scene.state.public.active == 1


@pytest.mark.parametrize("kind", SPECIALISTS)
def test_each_specialist_knows_its_good(kind: str) -> None:
    state = opening(3, "imperium")
    makes(state, massilia=SPECIALISTS[kind], valentia="brick" if SPECIALISTS[kind] != "brick" else "wine")
    build(state, 0, "massilia", "valentia")
    card = f"{'II' if kind in {'vintner', 'weaver'} else 'I'}-{kind}"
    holds(state, 0, card)
    scene = given(GAME, state).when(0, cmd.PlayCard(card=card))
    scene.then_among(ev.GoodsReceived(seat=Seat(0), goods=(SPECIALISTS[kind],), forgone=()))


def test_r4_without_such_a_house_nothing_happens() -> None:
    state = opening(3, "imperium")
    holds(state, 0, "I-mason")
    scene = given(GAME, state).when(0, cmd.PlayCard(card="I-mason"))
    scene.then(
        ev.CardPlayed(seat=Seat(0), card="I-mason"),
        ev.ActionForgone(seat=Seat(0), action="mason"),
        ev.TurnBegan(seat=Seat(1)),
    )
