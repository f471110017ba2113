"""Where a round ends, in each game: the head of the chain is shown there and nowhere else."""

from itertools import pairwise

import pytest

from domain.concordia import GAME as CONCORDIA
from domain.concordia.events import TurnBegan
from domain.forum_trajanum import GAME as FORUM_TRAJANUM
from domain.forum_trajanum.events import StartPlayerMoved
from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec
from domain.kernel.game import AnyGame, Event
from domain.kernel.rounds import round_heads
from domain.trajan import GAME as TRAJAN
from domain.trajan.events.quarter import RoundEnded
from tests.kit.recordings import Recording, load, names

EVERY_GAME: list[AnyGame] = [CONCORDIA, FORUM_TRAJANUM, TRAJAN]
ALL = [load(game, name) for game in EVERY_GAME for name in names(game)[:3]]


def of(game: AnyGame) -> list[Recording]:
    return [recording for recording in ALL if recording.game is game]


def closing(recording: Recording) -> list[Event]:
    """The events at which a round was closed, checked to be the end of the chain there."""
    first = recording.match().table.first_seat
    heads = round_heads(Codec(recording.game), recording.records, first)
    for head in heads:
        assert head.hash == recording.records[head.version - 1].hash()
    return [recording.log[head.version - 1].event for head in heads]


@pytest.mark.parametrize("recording", ALL, ids=lambda one: f"{one.game.meta.slug}-{one.name}")
def test_the_end_of_the_game_closes_the_last_round(recording: Recording) -> None:
    *_, last = closing(recording)
    assert isinstance(last, life.GameFinished)


@pytest.mark.parametrize("recording", of(TRAJAN), ids=lambda one: one.name)
def test_trajan_closes_sixteen_rounds(recording: Recording) -> None:
    rounds = [event for event in closing(recording) if isinstance(event, RoundEnded)]
    assert [(event.quarter, event.round) for event in rounds] == [(q, r) for q in range(1, 5) for r in range(1, 5)]
    assert len(closing(recording)) == 17


@pytest.mark.parametrize("recording", of(FORUM_TRAJANUM), ids=lambda one: one.name)
def test_forum_trajanum_closes_a_round_when_the_start_player_changes(recording: Recording) -> None:
    *rounds, _ = closing(recording)
    assert len(rounds) == 12
    assert all(isinstance(event, StartPlayerMoved) for event in rounds)


@pytest.mark.parametrize("recording", of(CONCORDIA), ids=lambda one: one.name)
def test_concordia_closes_a_round_when_the_turn_comes_to_who_began(recording: Recording) -> None:
    table = recording.match().table
    *rounds, _ = closing(recording)
    assert all(isinstance(event, TurnBegan) and event.seat == table.first_seat for event in rounds)
    turns = [entry for entry in recording.log if isinstance(entry.event, TurnBegan)]
    places = [place for place, entry in enumerate(turns) if entry.event in rounds]
    assert places[0] == 0, "the set-up is closed too"
    assert {after - before for before, after in pairwise(places)} == {len(table.chairs)}, "everybody had one turn"


@pytest.mark.parametrize("recording", ALL, ids=lambda one: f"{one.game.meta.slug}-{one.name}")
def test_heads_are_found_in_parts_of_a_log_as_in_the_whole(recording: Recording) -> None:
    codec, first = Codec(recording.game), recording.match().table.first_seat
    middle = len(recording.records) // 2
    parts = [round_heads(codec, part, first) for part in (recording.records[:middle], recording.records[middle:])]
    assert parts[0] + parts[1] == round_heads(codec, recording.records, first)
