"""First half of a turn (§5.1–5.5): lay the tiles open, use one of them (or both for two tribunes), put them away."""

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.data import CITIZENS, TILE
from domain.forum_trajanum.evolve.turn import turn_began
from domain.forum_trajanum.guards import must_owe, turn_of
from domain.forum_trajanum.phases.exchanges import exchange_options
from domain.forum_trajanum.phases.resources import gain
from domain.forum_trajanum.state import ForumTrajanumRecorder, ForumTrajanumState, Owed, Turn, Which
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat

PRICE_OF_BOTH = 2
"""Tribunes for using both tiles (3.3)."""
_TILES: tuple[Which, ...] = ("own", "received", "picked")
AWAY: dict[Which, tuple[str, str]] = {
    "own": ("ship", "ship"),
    "received": ("display", "display"),
    "picked": ("display", "out of the game"),
    "taken": ("ship", "ship"),
}
"""Where a tile goes: not used, and used for its resources (5.5)."""
_OWED = (Owed(kind="close"), Owed(kind="tiles"), Owed(kind="lay"))
_OWED_WITH_PICK = (Owed(kind="close"), Owed(kind="tiles"), Owed(kind="pick"), Owed(kind="lay"))
"""What a turn consists of, from its end to its beginning."""
_BEGINNINGS = {_OWED[:-1], _OWED_WITH_PICK[:-1]}
"""What is owed once the tiles lie open."""


def begin_turn(recorder: ForumTrajanumRecorder, seat: Seat) -> None:
    recorder.emit(_turn_of(recorder.state, seat))


def _turn_of(state: ForumTrajanumState, seat: Seat) -> ev.TurnBegan:
    """Two tiles are to be laid open. A player who received none may then pick one from the display (4.6)."""
    picks = state.hands[seat].received is None and state.public.colonies[seat].display
    return ev.TurnBegan(seat=seat, owed=_OWED_WITH_PICK if picks else _OWED)


def begins_turn(state: ForumTrajanumState) -> Seat | None:
    """Whoever has laid two tiles open, which nobody chooses, and has done nothing with them yet."""
    turn = state.public.turn
    untouched = turn is not None and not (turn.used or turn.picked or turn.building)
    return turn.seat if turn is not None and untouched and tuple(turn.owed) in _BEGINNINGS else None


def suppose_turn(state: ForumTrajanumState, seat: Seat) -> bool:
    """Let the turn come to a seat that has not had it in this round: it knows the two tiles that it will lay open."""
    public, players = state.public, len(state.scores)
    if public.step is not None or public.turn is None:
        return False
    if (seat - public.start_player) % players <= (public.turn.seat - public.start_player) % players:
        return False
    turn_began(state, _turn_of(state, seat))
    return True


def unused(turn: Turn) -> list[Which]:
    """The tiles of this turn that lie open and have not been used."""
    return [which for which in _TILES if getattr(turn, which) is not None and which not in turn.used]


# What may be chosen


def lay_options(_state: ForumTrajanumState, _seat: Seat) -> list[Command]:
    return [cmd.LayTilesOpen()]


def pick_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    picks = [cmd.PickTile(tile=tile) for tile in state.public.colonies[seat].display]
    return [*picks, cmd.PickNothing()]


def tile_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    turn = turn_of(state, seat)
    found: list[Command] = [cmd.UseTile(which=which) for which in unused(turn) if which != "taken"]
    if _may_pay_tribunes(state, turn):
        found.append(cmd.PayTribunes())
    return found + exchange_options(state, seat)


def _may_pay_tribunes(state: ForumTrajanumState, turn: Turn) -> bool:
    """Two tiles, none used yet, and both tribunes owned before (R-21, T-18)."""
    tribunes = state.public.colonies[turn.seat].stock["tribune"]
    return turn.uses == 1 and not turn.used and len(unused(turn)) > 1 and tribunes >= PRICE_OF_BOTH


# What happens


def lay_tiles_open(recorder: ForumTrajanumRecorder, seat: Seat, _command: cmd.LayTilesOpen) -> None:
    must_owe(recorder.state, seat, "lay")
    hand = recorder.state.hands[seat]
    recorder.emit(ev.TilesLaidOpen(seat=seat, own=hand.own, received=hand.received))


def pick_tile(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.PickTile) -> None:
    must_owe(recorder.state, seat, "pick")
    if command.tile not in recorder.state.public.colonies[seat].display:
        raise IllegalMove("not_in_display", rule="§4.6")
    recorder.emit(ev.DisplayTilePicked(seat=seat, tile=command.tile))


def pick_nothing(recorder: ForumTrajanumRecorder, seat: Seat, _command: cmd.PickNothing) -> None:
    must_owe(recorder.state, seat, "pick")
    recorder.emit(ev.DisplayTilePicked(seat=seat, tile=None))


def pay_tribunes(recorder: ForumTrajanumRecorder, seat: Seat, _command: cmd.PayTribunes) -> None:
    must_owe(recorder.state, seat, "tiles")
    turn = turn_of(recorder.state, seat)
    if turn.used or turn.uses > 1:
        raise IllegalMove("tribunes_too_late", rule="§5.2")
    if len(unused(turn)) < PRICE_OF_BOTH:
        raise IllegalMove("one_tile_only", rule="§5.2")
    if not _may_pay_tribunes(recorder.state, turn):
        held = recorder.state.public.colonies[seat].stock["tribune"]
        raise IllegalMove("no_tribune", rule="§3.3", number=PRICE_OF_BOTH, held=held)
    recorder.emit(ev.TribunesPaid(seat=seat, tribunes=PRICE_OF_BOTH))


def use_tile(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.UseTile) -> None:
    must_owe(recorder.state, seat, "tiles")
    turn = turn_of(recorder.state, seat)
    if command.which not in unused(turn):
        raise IllegalMove("no_such_tile", rule="§5.2")
    tile = getattr(turn, command.which)
    recorder.emit(ev.TileUsed(seat=seat, which=command.which, tile=tile))
    carry_out(recorder, seat, command.which, tile)


def carry_out(recorder: ForumTrajanumRecorder, seat: Seat, which: Which, tile: str) -> None:
    """A citizen goes to a row; resources are taken and their tile is put away (5.3, 5.4, R-22)."""
    if tile in CITIZENS:
        recorder.emit(ev.ChoicesDue(seat=seat, owed=(Owed(kind="citizen", which=which),)))
    else:
        gain(recorder, seat, TILE[tile].gives)
        recorder.emit(ev.TilePutAway(seat=seat, which=which, tile=tile, to=AWAY[which][1]))


def are_done(turn: Turn) -> bool:
    """Nothing more is to be used: the tiles can be put away."""
    return turn.uses == 0 or not unused(turn)


def begin_building(recorder: ForumTrajanumRecorder, seat: Seat) -> None:
    """Put the unused tile away; then the build action follows (5.5)."""
    turn = turn_of(recorder.state, seat)
    for which in unused(turn):
        recorder.emit(ev.TilePutAway(seat=seat, which=which, tile=getattr(turn, which), to=AWAY[which][0], used=False))
    recorder.emit(ev.BuildActionBegan(seat=seat))
