"""Rewards of buildings (§7, §8): triumphal columns, the three reward tracks, envoys and area bonuses.

Each reward is finished, with everything that follows from it, before the next one of the tile (R-28).
"""

from collections.abc import Callable

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum import forum
from domain.forum_trajanum.data import (
    AREA_BONUS,
    AREA_BONUSES,
    COLOUR_OF,
    COLUMN,
    COVERABLE,
    DATA,
    EVERY_CELL,
    LAST_SPACE,
    PATRICIAN_1,
    PATRICIAN_2,
    TRACKS,
    WORKERS,
    Reward,
)
from domain.forum_trajanum.guards import due, must_owe
from domain.forum_trajanum.phases import tiles
from domain.forum_trajanum.phases.build import extra_build_options
from domain.forum_trajanum.phases.draft import tile_at
from domain.forum_trajanum.phases.resources import gain
from domain.forum_trajanum.scoring import score_area_bonus, score_column
from domain.forum_trajanum.state import (
    Colony,
    Duty,
    Forum,
    ForumTrajanumRecorder,
    ForumTrajanumState,
    Owed,
    Public,
    is_active,
)
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat

_SENDING: dict[str, Command] = {cell: cmd.SendEnvoy(cell=cell) for cell in EVERY_CELL}
_VICTORY_POINTS = "victory_points"


# The order of a tile's rewards


def order_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    """Either building first; of two that are alike only the first one is offered."""
    built = state.public.colonies[seat].built
    cells = due(state, seat).cells
    distinct = {built[cell]: cell for cell in reversed(cells)}
    return [cmd.CollectReward(cell=cell) for cell in cells if distinct[built[cell]] == cell]


def collect_reward(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.CollectReward) -> None:
    owed = must_owe(recorder.state, seat, "rewards")
    built = recorder.state.public.colonies[seat].built
    if command.cell not in owed.cells:
        raise IllegalMove("no_reward_there", rule="§6.6")
    building = built[command.cell]
    if command.cell != next(cell for cell in owed.cells if built[cell] == building):
        raise IllegalMove("upper_left_first", rule="§6.6")
    recorder.emit(ev.RewardCollected(seat=seat, cell=command.cell, building=building))
    if building in COLOUR_OF:
        _owe(recorder, seat, Owed(kind="envoy", of=COLOUR_OF[building]))
    elif building == COLUMN:
        score_column(recorder, seat, "triumphal_column")
    else:
        _move_marker(recorder, seat, building)


def _owe(recorder: ForumTrajanumRecorder, seat: Seat, *owed: Owed) -> None:
    recorder.emit(ev.ChoicesDue(seat=seat, owed=owed))


# Reward tracks


def next_space(colony: Colony, track: str) -> int | None:
    """Where the next building brings the marker: one space on, and nowhere once it has left the track (7.2)."""
    space = colony.markers.get(track, 0) + 1
    return space if space <= LAST_SPACE else None


def _move_marker(recorder: ForumTrajanumRecorder, seat: Seat, track: str) -> None:
    """On the last space the marker leaves the track after the reward (7.3)."""
    space = next_space(recorder.state.public.colonies[seat], track)
    if space is None:
        return
    recorder.emit(ev.MarkerMoved(seat=seat, track=track, space=space))
    if space == LAST_SPACE:
        _owe(recorder, seat, Owed(kind="marker", of=track))
    _owe(recorder, seat, Owed(kind="track", of=track, number=space))


def set_marker_beside_column(recorder: ForumTrajanumRecorder, seat: Seat) -> None:
    recorder.emit(ev.MarkerSetBesideColumn(seat=seat, track=due(recorder.state, seat).of))
    score_column(recorder, seat, "fourth_building")


def track_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    spaces = [cmd.TakeReward(space=space) for space in range(1, due(state, seat).number + 1)]
    return [*spaces, cmd.DeclineReward()]


def take_reward(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.TakeReward) -> None:
    owed = must_owe(recorder.state, seat, "track")
    if not 1 <= command.space <= owed.number:
        raise IllegalMove("space_not_reached", rule="§7.2")
    recorder.emit(ev.RewardTaken(seat=seat, track=owed.of, space=command.space))
    _carry_out(recorder, seat, TRACKS[owed.of][command.space - 1])


def _carry_out(recorder: ForumTrajanumRecorder, seat: Seat, reward: Reward) -> None:
    if reward.effect == "gain":
        gain(recorder, seat, {name: number for name, number in reward.gain.items() if name != "worker_any"})
        if "worker_any" in reward.gain:
            _owe(recorder, seat, Owed(kind="worker", choices=WORKERS))
    elif reward.effect == "area_bonus":
        _owe_area_bonus(recorder, seat)
    else:
        _owe(recorder, seat, OWED_FOR[reward.effect])


OWED_FOR = {
    "place_envoy_on_eagle": Owed(kind="envoy", of="eagle"),
    "place_envoy_on_any_coloured_cell": Owed(kind="envoy", of="any"),
    "take_colony_tile_and_use": Owed(kind="take"),
    "extra_build_action": Owed(kind="extra_build"),
}


# A resource of the player's choice


def bonus_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    return [*worker_options(state, seat), cmd.DeclineReward()]


def worker_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    return [cmd.TakeResource(resource=resource) for resource in due(state, seat).choices]


def take_resource(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.TakeResource) -> None:
    owed = must_owe(recorder.state, seat, "bonus", "worker")
    if command.resource not in owed.choices:
        raise IllegalMove("not_offered")
    recorder.emit(ev.ResourceTaken(seat=seat, resource=command.resource))
    gain(recorder, seat, {command.resource: 1})


# Take and use


def take_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    colony = state.public.colonies[seat]
    return [cmd.TakeColonyTile(cell=cell) for cell in COVERABLE if cell in colony.covered or cell in colony.open]


def take_colony_tile(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.TakeColonyTile) -> None:
    must_owe(recorder.state, seat, "take")
    colony = recorder.state.public.colonies[seat]
    if command.cell not in colony.covered and command.cell not in colony.open:
        raise IllegalMove("no_tile_there", rule="§7.2", cell=command.cell)
    tile = tile_at(recorder.state, seat, command.cell)
    crane = colony.cranes.get(command.cell, "")
    recorder.emit(ev.ColonyTileTaken(seat=seat, cell=command.cell, tile=tile, crane=crane))
    tiles.carry_out(recorder, seat, "taken", tile)


# Envoys


def envoy_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    return [*(_SENDING[cell] for cell in _envoy_cells(state.public, seat, due(state, seat).of)), cmd.DeclineReward()]


def _envoy_cells(public: Public, seat: Seat, where: str) -> list[str]:
    """Where an envoy may go now: nowhere without one on the ship (8.1)."""
    colony = public.colonies[seat]
    return _free_cells(public.forum, where, ignore_started=is_active(colony, PATRICIAN_1)) if colony.ship else []


def _free_cells(place: Forum, where: str, *, ignore_started: bool) -> list[str]:
    """The free eagles, the free cells of any colour, or those of this colour."""
    if where == "eagle":
        return forum.free_eagles(place)
    if where == "any":
        return forum.free_coloured(place)
    return forum.free_of_colour(place, where, ignore_started=ignore_started)


def envoys_able(public: Public, seat: Seat, where: str, wanted: int = 1) -> int:
    """How many of these envoys are on the ship and find a cell; a started area, once full, keeps none from others."""
    return min(wanted, public.colonies[seat].ship, len(_free_cells(public.forum, where, ignore_started=True)))


def send_envoy(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.SendEnvoy) -> None:
    owed = must_owe(recorder.state, seat, "envoy")
    public = recorder.state.public
    if not public.colonies[seat].ship:
        raise IllegalMove("no_envoy", rule="§8.1")
    if command.cell in public.forum.envoys:
        raise IllegalMove("cell_occupied", rule="§8.1")
    if command.cell not in _envoy_cells(public, seat, owed.of):
        raise IllegalMove("cell_not_allowed", rule="§8.3")
    place = forum.colour_of(public.forum, command.cell) or "eagle"
    completes = forum.completes_area(public.forum, command.cell)
    recorder.emit(ev.EnvoySent(seat=seat, cell=command.cell, place=place, completes=completes))
    if completes:
        _owe_area_bonus(recorder, seat)


# Area bonus


def area_bonuses(colony: Colony) -> int:
    """One of the five; with Patrician II two different ones (8.5)."""
    return DATA.area_bonus.choose_with_patrician_2 if is_active(colony, PATRICIAN_2) else DATA.area_bonus.choose


def _owe_area_bonus(recorder: ForumTrajanumRecorder, seat: Seat) -> None:
    number = area_bonuses(recorder.state.public.colonies[seat])
    _owe(recorder, seat, Owed(kind="area_bonus", number=number, choices=AREA_BONUSES))


def area_bonus_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    bonuses = [cmd.TakeAreaBonus(bonus=bonus) for bonus in due(state, seat).choices]
    return [*bonuses, cmd.DeclineReward()]


def take_area_bonus(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.TakeAreaBonus) -> None:
    owed = must_owe(recorder.state, seat, "area_bonus")
    if command.bonus not in owed.choices:
        raise IllegalMove("bonus_twice", rule="§8.5")
    recorder.emit(ev.AreaBonusTaken(seat=seat, bonus=command.bonus))
    if command.bonus == _VICTORY_POINTS:
        score_area_bonus(recorder, seat, AREA_BONUS[command.bonus])
    else:
        gain(recorder, seat, {command.bonus: AREA_BONUS[command.bonus]})


def decline_reward(recorder: ForumTrajanumRecorder, seat: Seat, _command: cmd.DeclineReward) -> None:
    """Every reward may be declined (R-29), but not the colour of a worker that was accepted."""
    owed = must_owe(recorder.state, seat, "track", "bonus", "envoy", "area_bonus", "extra_build")
    options = _MAY_BE_IMPOSSIBLE.get(owed.kind)
    possible = options is None or len(options(recorder.state, seat)) > 1
    recorder.emit(ev.RewardDeclined(seat=seat, what=owed.kind, possible=possible))


_MAY_BE_IMPOSSIBLE: dict[Duty, Callable[[ForumTrajanumState, Seat], list[Command]]] = {
    "envoy": envoy_options,
    "extra_build": extra_build_options,
}
"""Rewards of which there may be nothing to choose but to decline them."""
