"""What a seat chooses in secret shows nobody else anything, whatever it is: lines, views, options and who is to act.

The contract suite compares imagined worlds. Here every choice of a secret stage is tried, in drafts with empty streets
and tribunes too, where a choice could most easily be read from the number of steps.
"""

import random
from collections.abc import Iterator

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.forum_trajanum import GAME
from domain.forum_trajanum.data import STREETS
from domain.forum_trajanum.state import SECRET_STAGES, ForumTrajanumState
from domain.kernel.envelope import Stamp, write
from domain.kernel.game import Command
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.match import Batch, Match
from tests.domain.forum_trajanum import positions as at
from tests.kit.comparable_lines import comparable_line
from tests.kit.logged_match import AT, LoggedMatch

SEEDS = st.integers(0, 2**32)
PLAYERS = 3


def match_with(state: ForumTrajanumState) -> Match:
    match = LoggedMatch(GAME, PLAYERS, 1).match
    match.state = state
    return match


def scarce_draft(seed: int) -> ForumTrajanumState:
    """A draft in which streets are nearly empty and tribunes differ, some steps on."""
    rng = random.Random(seed)
    state = at.opened(PLAYERS)
    symbols = rng.choices(list(STREETS[0]), k=2)
    for seat in range(PLAYERS):
        at.give(state, seat, tribune=rng.randrange(4))
        for symbol in symbols:
            street = STREETS[0][symbol]
            at.uncover(state, *rng.sample(street, rng.randint(len(street) - 2, len(street))), seat=seat)
    at.drafting(state, *symbols)
    return advanced(state, rng, rng.randrange(7))


def early_stage(seed: int) -> ForumTrajanumState:
    """A secret stage of a random game."""
    rng = random.Random(seed)
    logged = LoggedMatch(GAME, PLAYERS, seed, {"newcomers": [0, 1, 2]})
    for ply, _ in enumerate(logged.steps(seed)):
        if ply >= rng.randrange(120) and logged.match.to_act() and logged.match.state.public.stage in SECRET_STAGES:
            break
    state: ForumTrajanumState = logged.match.state
    return state


def advanced(state: ForumTrajanumState, rng: random.Random, steps: int) -> ForumTrajanumState:
    for _ in range(steps):
        waiting = GAME.to_act(state)
        last = sum(state.public.waiting) == 1
        if not isinstance(waiting, tuple) or not waiting or last or state.public.turn is not None:
            break
        seat = rng.choice(waiting)
        GAME.decide_into(at.recorder(state), seat, rng.choice(GAME.legal(state, seat)))
    return state


@settings(max_examples=40)
@given(seed=SEEDS)
def test_every_choice_of_a_scarce_draft_looks_alike(seed: int) -> None:
    compare_all_choices(match_with(scarce_draft(seed)))


@settings(max_examples=25)
@given(seed=SEEDS)
def test_every_secret_choice_looks_alike(seed: int) -> None:
    compare_all_choices(match_with(early_stage(seed)))


def compare_all_choices(match: Match) -> None:
    state = match.state
    if state.public.turn is not None or sum(state.public.waiting) <= 1:
        return  # the last choice of a stage is followed by its reveal
    for actor, owed in enumerate(state.public.waiting):
        secret = [command for command in match.legal(Seat(actor)) if command.SECRET]
        assert bool(secret) == bool(owed)
        for reader in readers_besides(actor):
            seen = {what_is_seen(match, Seat(actor), command, reader) for command in secret[:40]}
            assert len(seen) <= 1


def readers_besides(actor: int) -> Iterator[Seat | None]:
    yield None
    for seat in range(PLAYERS):
        if seat != actor:
            yield Seat(seat)


def what_is_seen(match: Match, actor: Seat, command: Command, reader: Seat | None) -> bytes:
    """Everything that reaches the reader: log lines, view, options, and who owes a choice."""
    twin = match.copy()
    batch = Batch(twin, actor)
    batch.choose(actor, command)
    batch.advance()
    records, _ = write(Stamp(GameId("g"), AT, "c", match.secret), Version(0), "0" * 64, batch.entries)
    lines = b"".join(comparable_line(reader, record) for record in records)
    state = [GAME.view(twin.state, reader), twin.legal(reader), twin.to_act(), twin.scores()]
    return lines + msgspec.json.encode(state, order="deterministic")


def test_what_is_compared_would_show_a_choice_to_its_own_seat() -> None:
    match = match_with(at.drafting(at.opened(PLAYERS), "lyre", "monument"))
    seat = Seat(0)
    assert len({what_is_seen(match, seat, command, seat) for command in match.legal(seat)}) > 10
