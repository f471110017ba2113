"""The forum action (§5.2): take one tile of the forum area."""

from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.trajan import commands as cmd
from domain.trajan.events import turn as ev
from domain.trajan.guards import begin_action, must_perform
from domain.trajan.state import Public, TrajanRecorder, TrajanState


def possible(state: TrajanState, _seat: Seat) -> bool:
    return any(state.public.forum) or any(state.public.extra)


def options(state: TrajanState, _seat: Seat) -> list[Command]:
    tiles = dict.fromkeys((*state.public.forum, *state.public.extra))
    return [cmd.TakeForumTile(tile=tile) for tile in tiles if tile is not None]


def take_forum_tile(recorder: TrajanRecorder, seat: Seat, command: cmd.TakeForumTile) -> None:
    must_perform(recorder.state, seat, "forum")
    area, space = _place_of(recorder.state.public, command.tile)
    begin_action(recorder, seat, "forum")
    recorder.emit(ev.ForumTileTaken(seat=seat, tile=command.tile, area=area, space=space))


def _place_of(public: Public, tile: str) -> tuple[str, int]:
    if tile in public.forum:
        return "forum", public.forum.index(tile)
    if tile in public.extra:
        return "extra", public.extra.index(tile)
    raise IllegalMove("not_in_forum", rule="§5.2", tile=tile)
