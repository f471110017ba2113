"""Sowing (§4.1), the time marker (§4.2) and the Trajan tile of the active bowl (§4.3)."""

from collections.abc import Sequence
from itertools import combinations
from math import ceil
from typing import get_args

from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.trajan import commands as cmd
from domain.trajan.data import ACTION_OF, BOWLS, COLOURS, DATA, PLACE_OF, TRAJAN_KINDS, TRAJAN_TILES, TrajanTile
from domain.trajan.draw_pile import can_draw, draw
from domain.trajan.events import turn as ev
from domain.trajan.guards import must_owe
from domain.trajan.scoring import score_trajan_tile
from domain.trajan.state import Mat, Owed, Public, TrajanRecorder, TrajanState

_LOOPS = {int(players): spaces for players, spaces in DATA.time_track.spaces.items()}
_SOW = {colour: cmd.SowMarker(colour=colour) for colour in COLOURS}
_TAKE = [cmd.TakeMarkers(bowl=bowl) for bowl in get_args(cmd.Numeral)]
_CAMP_OF = {"place_workers": "worker", "place_legionaries": "military"}
_ATTACH = {action: cmd.AttachPlusTwo(action=action) for action in get_args(cmd.ActionName)}


def bowl_options(state: TrajanState, seat: Seat, _owed: Owed) -> list[Command]:
    return [_TAKE[place] for place, bowl in enumerate(state.public.mats[seat].bowls) if bowl]


def take_markers(recorder: TrajanRecorder, seat: Seat, command: cmd.TakeMarkers) -> None:
    must_owe(recorder.state, seat, "bowl")
    public = recorder.state.public
    markers = public.mats[seat].bowls[PLACE_OF[command.bowl]]
    if not markers:
        raise IllegalMove("bowl_empty", rule="§4.1", bowl=command.bowl)
    owed = (Owed(seat, "marker"),)
    recorder.emit(ev.MarkersTaken(seat=seat, bowl=command.bowl, colours=tuple(markers), owed=owed))
    laps, index = time_after(public, len(markers))
    recorder.emit(ev.TimeMoved(spaces=len(markers), index=index, laps=laps))


def time_after(public: Public, spaces: int) -> tuple[int, int]:
    """The laps that the time marker completes by so many spaces, and the space where it comes to stand (§4.2)."""
    return divmod(public.time + spaces, spaces_of_loop(public))


def spaces_of_loop(public: Public) -> int:
    """The spaces of a lap of the time marker, by the number of players."""
    return _LOOPS[len(public.mats)]


def bowl_after(place: int, markers: int) -> int:
    """The bowl that gets the last of so many markers, sown clockwise from behind a bowl."""
    return (place + markers) % len(BOWLS)


def marker_options(state: TrajanState, _seat: Seat, _owed: Owed) -> list[Command]:
    return [_SOW[colour] for colour in dict.fromkeys(state.public.in_hand)]


def sow_marker(recorder: TrajanRecorder, seat: Seat, command: cmd.SowMarker) -> None:
    must_owe(recorder.state, seat, "marker")
    public = recorder.state.public
    if command.colour not in public.in_hand:
        raise IllegalMove("marker_not_taken", rule="§4.1", colour=command.colour)
    place = bowl_after(public.sown_into, 1)
    recorder.emit(ev.MarkerSown(seat=seat, bowl=BOWLS[place], colour=command.colour))
    if not public.in_hand:
        action = ACTION_OF[place]
        owed = (Owed(seat, "action", action),)
        recorder.emit(ev.BowlActivated(seat=seat, bowl=BOWLS[place], action=action, owed=owed))
        _complete_trajan_tile(recorder, seat, place)


def _complete_trajan_tile(recorder: TrajanRecorder, seat: Seat, place: int) -> None:
    """Completing is compulsory (R5); its special action is a choice, if there is anything to do."""
    mat = recorder.state.public.mats[seat]
    tile = mat.slots[place]
    if tile is None or not is_matched(tile, mat.bowls[place]):
        return
    kept = TRAJAN_KINDS[TRAJAN_TILES[tile].kind].after == "keep"
    recorder.emit(ev.TrajanTileCompleted(seat=seat, slot=BOWLS[place], tile=tile, kept=kept))
    score_trajan_tile(recorder, seat, tile)
    if special_options(recorder.state, seat, Owed(seat, "special", tile)):
        recorder.emit(ev.ChoiceDue(seat=seat, kind="special", what=tile))


def is_matched(tile: str, bowl: list[str]) -> bool:
    """Whether a bowl holds markers of both colours of a tile; of two equal colours it must hold two."""
    first, second = TRAJAN_TILES[tile].colours
    if first == second:
        return bowl.count(first) > 1
    return first in bowl and second in bowl


def tile_in_reach(mat: Mat, bowls: Sequence[list[str]], place: int, markers: Sequence[str]) -> str | None:
    """The Trajan tile that can be completed by sowing the markers behind a bowl, in an order that fits."""
    last = bowl_after(place, len(markers))
    tile = mat.slots[last]
    times = ceil(len(markers) / len(BOWLS))
    if tile is None or not any(is_matched(tile, [*bowls[last], *some]) for some in combinations(markers, times)):
        return None
    return tile


# The special action


def special_options(state: TrajanState, seat: Seat, owed: Owed) -> list[Command]:
    """The special action of a completed tile and its refusal; nothing if there is nothing to do."""
    mat = state.public.mats[seat]
    special = TRAJAN_KINDS[TRAJAN_TILES[owed.what].kind].special
    uses: list[Command] = []
    if special == "take_plus_two":
        uses = [command for action, command in _ATTACH.items() if action not in mat.plus_two]
    elif _is_useful(state, mat, special):
        uses = [cmd.UseSpecialAction()]
    return [*uses, cmd.DeclineSpecialAction()] if uses else []


def _is_useful(state: TrajanState, mat: Mat, special: str) -> bool:
    if special == "draw_goods":
        return can_draw(state)
    return special in _CAMP_OF and mat.supply > 0


def use_special_action(recorder: TrajanRecorder, seat: Seat, _command: cmd.UseSpecialAction) -> None:
    owed = must_owe(recorder.state, seat, "special")
    tile = TRAJAN_TILES[owed.what]
    special = TRAJAN_KINDS[tile.kind].special
    if special == "take_plus_two":
        raise IllegalMove("name_an_action", rule="§4.3")
    recorder.emit(ev.SpecialActionUsed(seat=seat, tile=tile.id))
    amount = special_amount(recorder.state.public.mats[seat], tile)
    if special == "draw_goods":
        draw(recorder, seat, amount)
    else:
        recorder.emit(ev.FiguresPlaced(seat=seat, camp=_CAMP_OF[special], count=amount))


def special_amount(mat: Mat, tile: TrajanTile) -> int:
    """The cards or figures of a special action: as many as the tile says, but no more figures than the supply has."""
    is_figures = TRAJAN_KINDS[tile.kind].special in _CAMP_OF
    return min(tile.amount, mat.supply) if is_figures else tile.amount


def attach_plus_two(recorder: TrajanRecorder, seat: Seat, command: cmd.AttachPlusTwo) -> None:
    owed = must_owe(recorder.state, seat, "special")
    if TRAJAN_KINDS[TRAJAN_TILES[owed.what].kind].special != "take_plus_two":
        raise IllegalMove("not_offered")
    if command.action in recorder.state.public.mats[seat].plus_two:
        raise IllegalMove("has_plus_two", rule="§6.2", action=command.action)
    recorder.emit(ev.SpecialActionUsed(seat=seat, tile=owed.what))
    recorder.emit(ev.PlusTwoAttached(seat=seat, action=command.action))


def decline_special_action(recorder: TrajanRecorder, seat: Seat, _command: cmd.DeclineSpecialAction) -> None:
    owed = must_owe(recorder.state, seat, "special")
    recorder.emit(ev.SpecialActionDeclined(seat=seat, tile=owed.what))
