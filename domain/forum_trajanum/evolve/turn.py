"""How the events of a turn change the state. No rules here."""

from domain.forum_trajanum import events as ev
from domain.forum_trajanum.evolve.pieces import colony_of, settle, take_from_grid
from domain.forum_trajanum.state import (
    Citizen,
    ForumTrajanumState,
    Hand,
    Owed,
    Placed,
    Turn,
    left_of,
)
from domain.kernel.game import Fold

FOLD: Fold[ForumTrajanumState] = Fold()
_BUILD = Owed(kind="build")


def _turn(state: ForumTrajanumState) -> Turn:
    turn = state.public.turn
    if turn is None:
        raise RuntimeError("an event of a turn outside a turn")
    return turn


# Turn, first half


@FOLD.on(ev.TurnBegan)
def turn_began(state: ForumTrajanumState, event: ev.TurnBegan) -> None:
    state.public.turn = Turn(seat=event.seat, owed=list(event.owed))


@FOLD.on(ev.TilesLaidOpen)
def tiles_laid_open(state: ForumTrajanumState, event: ev.TilesLaidOpen) -> None:
    turn = _turn(state)
    turn.owed.pop()
    turn.own = event.own
    turn.received = event.received
    state.hands[event.seat] = Hand()
    giver = left_of(event.seat, len(state.scores))
    for tile, seat in ((event.own, event.seat), (event.received, giver)):
        if tile in colony_of(state, seat).taken_open:
            colony_of(state, seat).taken_open.remove(tile)


@FOLD.on(ev.DisplayTilePicked)
def display_tile_picked(state: ForumTrajanumState, event: ev.DisplayTilePicked) -> None:
    turn = _turn(state)
    turn.owed.pop()
    turn.picked = event.tile
    if event.tile is not None:
        colony_of(state, event.seat).display.remove(event.tile)


@FOLD.on(ev.TribunesPaid)
def tribunes_paid(state: ForumTrajanumState, event: ev.TribunesPaid) -> None:
    colony_of(state, event.seat).stock["tribune"] -= event.tribunes
    _turn(state).uses = 2


@FOLD.on(ev.TileUsed)
def tile_used(state: ForumTrajanumState, event: ev.TileUsed) -> None:
    turn = _turn(state)
    turn.used.append(event.which)
    turn.uses -= 1


@FOLD.on(ev.TilePutAway)
def tile_put_away(state: ForumTrajanumState, event: ev.TilePutAway) -> None:
    colony = colony_of(state, event.seat)
    setattr(_turn(state), event.which, None)
    if event.to == "ship":
        colony.ship += 1
        colony.envoys.append(event.tile)
    elif event.to == "display":
        colony.display.append(event.tile)
    else:
        state.public.out_of_game[left_of(event.seat, len(state.scores))].append(event.tile)


@FOLD.on(ev.ColonyTileTaken)
def colony_tile_taken(state: ForumTrajanumState, event: ev.ColonyTileTaken) -> None:
    turn = _turn(state)
    turn.owed.pop()
    turn.taken = event.tile
    take_from_grid(state, event.seat, event.cell)


@FOLD.on(ev.ResourcesGained)
def resources_gained(state: ForumTrajanumState, event: ev.ResourcesGained) -> None:
    stock = colony_of(state, event.seat).stock
    for resource in event.resources:
        stock[resource] += 1


@FOLD.on(ev.ResourcesExchanged)
def resources_exchanged(state: ForumTrajanumState, event: ev.ResourcesExchanged) -> None:
    stock = colony_of(state, event.seat).stock
    stock[event.gives] -= event.number
    stock[event.gets] += 1
    if event.ability:
        _turn(state).abilities_used[event.ability - 1] += 1


@FOLD.on(ev.SliderMoved)
def slider_moved(state: ForumTrajanumState, event: ev.SliderMoved) -> None:
    colony_of(state, event.seat).slider = event.position


@FOLD.on(ev.SliderTurned)
def slider_turned(state: ForumTrajanumState, event: ev.SliderTurned) -> None:
    colony_of(state, event.seat).advanced = True


@FOLD.on(ev.CitizenPlaced)
def citizen_placed(state: ForumTrajanumState, event: ev.CitizenPlaced) -> None:
    turn = _turn(state)
    turn.owed.pop()
    setattr(turn, event.which, None)
    settle(colony_of(state, event.seat), event.row, Citizen(event.tile, event.foreign))


@FOLD.on(ev.ChoicesDue)
def choices_due(state: ForumTrajanumState, event: ev.ChoicesDue) -> None:
    _turn(state).owed += event.owed


@FOLD.on(ev.RewardDeclined)
def reward_declined(state: ForumTrajanumState, _event: ev.RewardDeclined) -> None:
    _turn(state).owed.pop()


@FOLD.on(ev.ResourceTaken)
def resource_taken(state: ForumTrajanumState, _event: ev.ResourceTaken) -> None:
    _turn(state).owed.pop()


# Turn, second half


@FOLD.on(ev.BuildActionBegan)
def build_action_began(state: ForumTrajanumState, _event: ev.BuildActionBegan) -> None:
    turn = _turn(state)
    turn.building = True
    turn.owed[-1] = _BUILD


@FOLD.on(ev.BuildingChosen)
def building_chosen(state: ForumTrajanumState, event: ev.BuildingChosen) -> None:
    _turn(state).owed[-1] = Owed(kind="site", of=event.colour, shape=event.shape)


@FOLD.on(ev.SiteChosen)
def site_chosen(state: ForumTrajanumState, event: ev.SiteChosen) -> None:
    owed = _turn(state).owed
    owed[-1] = Owed(kind="price", of=owed[-1].of, shape=owed[-1].shape, cells=event.cells)


@FOLD.on(ev.BuildingPlaced)
def building_placed(state: ForumTrajanumState, event: ev.BuildingPlaced) -> None:
    colony = colony_of(state, event.seat)
    for resource in event.paid:
        colony.stock[resource] -= 1
    colony.built.update(zip(event.cells, event.buildings, strict=True))
    colony.placed.append(Placed(event.colour, event.shape, event.cells))
    public = state.public
    if not public.unlimited_buildings:
        pool = public.singles if len(event.cells) == 1 else public.doubles
        pool[event.colour] -= 1
    _turn(state).owed[-1] = Owed(kind="rewards", cells=event.cells)


@FOLD.on(ev.RewardCollected)
def reward_collected(state: ForumTrajanumState, event: ev.RewardCollected) -> None:
    owed = _turn(state).owed
    cells = tuple(cell for cell in owed.pop().cells if cell != event.cell)
    if cells:
        owed.append(Owed(kind="rewards", cells=cells))


@FOLD.on(ev.MarkerMoved)
def marker_moved(state: ForumTrajanumState, event: ev.MarkerMoved) -> None:
    colony_of(state, event.seat).markers[event.track] = event.space


@FOLD.on(ev.RewardTaken)
def reward_taken(state: ForumTrajanumState, _event: ev.RewardTaken) -> None:
    _turn(state).owed.pop()


@FOLD.on(ev.MarkerSetBesideColumn)
def marker_set_beside_column(state: ForumTrajanumState, event: ev.MarkerSetBesideColumn) -> None:
    _turn(state).owed.pop()
    colony_of(state, event.seat).beside_column.append(event.track)


@FOLD.on(ev.AreaBonusTaken)
def area_bonus_taken(state: ForumTrajanumState, event: ev.AreaBonusTaken) -> None:
    owed = _turn(state).owed
    due = owed.pop()
    if due.number > 1:
        left = tuple(bonus for bonus in due.choices if bonus != event.bonus)
        owed.append(Owed(kind="area_bonus", number=due.number - 1, choices=left))


@FOLD.on(ev.EnvoySent)
def envoy_sent(state: ForumTrajanumState, event: ev.EnvoySent) -> None:
    _turn(state).owed.pop()
    colony_of(state, event.seat).ship -= 1
    state.public.forum.envoys[event.cell] = event.seat


@FOLD.on(ev.TurnEnded)
def turn_ended(state: ForumTrajanumState, _event: ev.TurnEnded) -> None:
    state.public.turn = None


@FOLD.on(ev.StartPlayerMoved)
def start_player_moved(state: ForumTrajanumState, event: ev.StartPlayerMoved) -> None:
    state.public.start_player = event.seat
