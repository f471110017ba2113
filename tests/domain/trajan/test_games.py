"""Whole games: what must hold from one event to the next, and how a turn is composed before it is confirmed."""

from collections.abc import Iterator

import pytest

from domain.kernel.draft import confirm, preview
from domain.kernel.game import Event
from domain.kernel.ids import Seat
from domain.kernel.log import read
from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.data import DATA
from domain.trajan.events import quarter, turn
from domain.trajan.state import TrajanState
from tests.domain.trajan import invariants
from tests.domain.trajan.positions import A, performing
from tests.kit.logged_match import LoggedMatch, played, position, state_bytes
from tests.kit.perft import perft


def told(players: int, seed: int) -> Iterator[tuple[Event, TrajanState]]:
    """Every event of a random game with the state that it led to."""
    logged = played(GAME, players, seed)
    state = GAME.blank()
    for entry in read(logged.codec, logged.records):
        if type(entry.event) in GAME.fold.table:
            GAME.evolve(state, entry.event)
            yield entry.event, state


@pytest.mark.parametrize(("players", "seed"), [(2, 11), (3, 12), (4, 13)])
def test_14_11_and_14_12_the_markers_taken_tell_the_time_and_the_sixteenth_lap_ends_the_game(
    players: int, seed: int
) -> None:
    loop = DATA.time_track.spaces[str(players)]
    taken = rounds = 0
    for event, state in told(players, seed):
        if isinstance(event, turn.MarkersTaken):
            assert rounds < 16, "a turn began after the last lap"
            taken += len(event.colours)
        elif isinstance(event, quarter.RoundEnded):
            rounds += 1
        elif isinstance(event, turn.TurnBegan):
            assert (state.public.time, rounds) == (taken % loop, taken // loop)
    assert taken // loop == rounds == 16


@pytest.mark.parametrize(("players", "seed"), [(2, 21), (3, 22), (4, 23)])
def test_14_9_one_extra_action_tile_a_turn(players: int, seed: int) -> None:
    used = 0
    for event, _ in told(players, seed):
        if isinstance(event, turn.TurnBegan):
            used = 0
        elif isinstance(event, turn.ExtraTileUsed):
            used += 1
            assert used == 1


@pytest.mark.parametrize(("players", "seed"), [(2, 31), (3, 32), (4, 33)])
def test_14_10_a_new_quarter_begins_with_coloured_ships_a_full_forum_and_all_discs_on_the_start(
    players: int, seed: int
) -> None:
    quarters = 0
    for event, state in told(players, seed):
        if isinstance(event, quarter.QuarterBegan):
            quarters += 1
            public = state.public
            assert public.grey_ships == []
            assert None not in public.extra
            assert None not in public.forum or not state.forum_stack
            assert sorted(public.senate[0]) == list(range(players))
    assert quarters == 3


@pytest.mark.parametrize(("players", "seed"), [(2, 41), (4, 43)])
def test_14_the_pieces_are_complete_after_every_single_event_that_hands_the_choice_on(players: int, seed: int) -> None:
    for event, state in told(players, seed):
        if isinstance(event, (turn.TurnBegan, turn.ChoicesLapsed, quarter.StepDue)):
            invariants.check(state)


def test_14_8_the_vote_ranks_every_seat_once() -> None:
    rankings = [event.ranking for event, _ in told(4, 51) if isinstance(event, quarter.VotesCounted)]
    assert len(rankings) == 4
    assert all(sorted(ranking) == [0, 1, 2, 3] for ranking in rankings)


# A turn as a draft


def first_turn() -> LoggedMatch:
    logged = LoggedMatch(GAME, 2, 3)
    for _ in logged.steps(3):
        if logged.match.state.public.owed and logged.match.state.public.owed[-1].kind == "bowl":
            break
    return logged


def sowing(logged: LoggedMatch) -> tuple[Seat, list[cmd.TakeMarkers | cmd.SowMarker]]:
    """A bowl of two different markers, the second colour first; the last marker is forced."""
    public = logged.match.state.public
    mat = public.mats[public.turn]
    bowl, markers = next(
        (n, it) for n, it in zip(("I", "II", "III", "IV", "V", "VI"), mat.bowls, strict=True) if len(set(it)) == 2
    )
    return public.turn, [cmd.TakeMarkers(bowl=bowl), cmd.SowMarker(colour=markers[1])]  # type: ignore[arg-type]  # a bowl as a plain number


def test_a_sowing_is_composed_and_previewed_as_a_whole() -> None:
    logged = first_turn()
    seat, commands = sowing(logged)
    before = state_bytes(logged.match)
    seen = preview(logged.match, seat, commands)
    assert state_bytes(logged.match) == before
    assert seen.ends is None
    assert seen.match.state.public.owed[-1].kind in {"action", "special"}
    batch = confirm(logged.match, seat, commands)
    assert state_bytes(logged.match) == state_bytes(seen.match)
    assert all(not entry.event.REVEALS and not entry.event.PASSES for entry in batch.entries)


def test_a_confirmed_sowing_can_be_taken_back() -> None:
    logged = first_turn()
    seat, commands = sowing(logged)
    before = state_bytes(logged.match)
    logged.play(seat, *commands)
    logged.undo(seat)
    assert state_bytes(logged.match) == before


def test_a_shipment_is_composed_as_a_draft_and_shown_to_the_others_as_a_whole() -> None:
    logged = first_turn()
    state = performing("port")
    state.hands[A] = ["fish", "oil", "wine"]
    logged.match.state = state
    goods = [cmd.ShipGoods(ship="different"), cmd.ChooseGoods(good="fish"), cmd.ChooseGoods(good="wine")]
    seen = preview(logged.match, A, goods)
    assert (seen.ends, len(seen.match.state.chosen)) == (None, 2)
    assert preview(logged.match, A, [*goods, cmd.SetSail()]).ends == "reveals"
    batch = confirm(logged.match, A, [*goods, cmd.SetSail()])
    (shipped,) = (entry.event for entry in batch.entries if isinstance(entry.event, turn.GoodsShipped))
    assert shipped.cards == ("fish", "wine")


# How many choices there are


@pytest.mark.parametrize(
    ("players", "plies", "kind", "counts"),
    [
        (2, 0, None, [6, 35, 195]),
        (2, 116, "action", [6, 30, 152]),
        (2, 128, "repeat", [2, 12, 52]),
        (3, 190, "action", [7, 35, 84]),
        (3, 220, "shipment", [1, 4, 17]),
        (4, 298, "action", [10, 50, 344]),
        (4, 314, "action", [3, 12, 57]),
    ],
)
def test_perft(players: int, plies: int, kind: str | None, counts: list[int]) -> None:
    match = position(GAME, players, 1, plies).match
    assert [owed.kind for owed in match.state.public.owed[-1:]] == ([kind] if kind else [])
    assert [perft(match, depth) for depth in (1, 2, 3)] == counts
