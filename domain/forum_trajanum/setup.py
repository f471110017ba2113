"""Set-up (§2, §12): the table, then the secret choices of each seat: cranes, start citizen, the other women, newcomers.

The cranes are arranged before the start citizens are drawn, and both other choices are made before the tiles are dealt
(R-12); the first workers are dealt last of all. Each choice can be withdrawn until everyone has made it.
"""

from itertools import permutations

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum import forum
from domain.forum_trajanum.data import (
    CITIZENS,
    COLOURS,
    CORNERS,
    COVERABLE,
    DATA,
    DIAGONALS,
    KIND,
    MERCHANT_1,
    RESOURCES,
    ROWS_OF_CLASS,
    STREET_CARDS,
    TILE,
    TILES,
    WOMEN,
    WORKER,
    WORKERS,
)
from domain.forum_trajanum.guards import must_choose
from domain.forum_trajanum.phases import draft
from domain.forum_trajanum.phases.resources import turn_slider
from domain.forum_trajanum.state import Colony, ForumTrajanumOptions, ForumTrajanumRecorder, ForumTrajanumState
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Chairs, Command
from domain.kernel.ids import Seat

CRANES, WOMEN_STAGE, NEWCOMERS = "cranes", "women", "newcomers"
_SIDE_B = range(1, len(DATA.streets.side_B) + 1)
_ARRANGEMENTS: list[Command] = [cmd.ArrangeCranes(colours=colours) for colours in permutations(COLOURS)]
_CORNER_PAIRS = tuple(pair for one, other in DIAGONALS for pair in ((one, other), (other, one)))


def setup_into(recorder: ForumTrajanumRecorder, options: ForumTrajanumOptions, chairs: Chairs) -> None:
    recorder.emit(
        ev.TableLaid(
            players=chairs.count,
            start_player=chairs.first,
            first_game=options.first_game,
            newcomers=tuple(Seat(chair) for chair in range(chairs.count) if chair in options.newcomers),
            unlimited_buildings=options.unlimited_buildings,
            singles={colour: KIND[colour].singles for colour in COLOURS},
            doubles={colour: KIND[colour].doubles for colour in COLOURS},
            trajan_unit=options.trajan_unit,
        )
    )
    recorder.emit(forum.laid_at_random(recorder.rng, chairs.count))
    recorder.emit(ev.TrajanCardsRevealed(cards=_drawn_cards(recorder, options)))
    recorder.emit(ev.StreetDecksShuffled(cards=tuple(recorder.rng.shuffled("street decks", STREET_CARDS))))
    _found_colonies(recorder, options, chairs)
    recorder.emit(ev.ChoicesOpened(stage=CRANES, steps=(1,) * chairs.count))


def _drawn_cards(recorder: ForumTrajanumRecorder, options: ForumTrajanumOptions) -> tuple[str, ...]:
    """One card for each phase; in a first game only that of the last one (§12.1)."""
    cards = []
    for phase in range(1, DATA.meta.phases + 1):
        of_phase = [card.id for card in DATA.trajan_card if card.phase == phase]
        drawn = of_phase[recorder.rng.below(f"Trajan card {phase}", len(of_phase))]
        cards.append(drawn if phase == DATA.meta.phases or not options.first_game else "")
    return tuple(cards)


def _found_colonies(recorder: ForumTrajanumRecorder, options: ForumTrajanumOptions, chairs: Chairs) -> None:
    boards = recorder.rng.shuffled("boards", _SIDE_B) if options.board_side == "B" else [0] * chairs.count
    for chair in range(chairs.count):
        stock = dict.fromkeys(RESOURCES, 0) | DATA.start.resources
        if chair in options.newcomers:
            for resource, number in DATA.start.newcomer_extra_resources.items():
                stock[resource] += number
        recorder.emit(ev.ColonyFounded(seat=Seat(chair), board=boards[chair], stock=stock))


# The cranes


def crane_options(_state: ForumTrajanumState, _seat: Seat) -> list[Command]:
    return list(_ARRANGEMENTS)


def arrange_cranes(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.ArrangeCranes) -> None:
    must_choose(recorder.state, seat, CRANES)
    if sorted(command.colours) != sorted(COLOURS):
        raise IllegalMove("crane_twice", rule="§2.2")
    recorder.emit(ev.CranesArranged(seat=seat, colours=command.colours))


def reveal_cranes(recorder: ForumTrajanumRecorder) -> None:
    """Everyone's cranes are seen, then each start citizen is drawn."""
    players = len(recorder.state.scores)
    for chair in range(players):
        colours = recorder.state.secrets[chair].cranes
        recorder.emit(ev.CranesRevealed(seat=Seat(chair), cranes=dict(zip(CORNERS, colours, strict=True))))
    for chair in range(players):
        tile = WOMEN[recorder.rng.below(f"start citizen {chair}", len(WOMEN))]
        recorder.emit(ev.StartCitizenDrawn(seat=Seat(chair), tile=tile))
    recorder.emit(ev.ChoicesOpened(stage=WOMEN_STAGE, steps=(2,) * players))


# The start citizen and the other women


def women_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    if state.public.chosen[seat]:
        return [cmd.SeatWomen(corners=pair) for pair in _CORNER_PAIRS]
    return [cmd.PlaceStartCitizen(row=row) for row in _start_rows(state.public.colonies[seat])]


def _start_rows(colony: Colony) -> tuple[int, ...]:
    return ROWS_OF_CLASS[TILE[colony.start_citizen].social_class]


def place_start_citizen(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.PlaceStartCitizen) -> None:
    must_choose(recorder.state, seat, WOMEN_STAGE)
    if recorder.state.public.chosen[seat]:
        raise IllegalMove("not_offered")
    if command.row not in _start_rows(recorder.state.public.colonies[seat]):
        raise IllegalMove("wrong_class", rule="§2.2")
    recorder.emit(ev.StartRowChosen(seat=seat, row=command.row))


def other_women(colony: Colony) -> list[str]:
    """The women who come to the corners, in the order of their classes."""
    return [tile for tile in WOMEN if tile != colony.start_citizen]


def seat_women(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.SeatWomen) -> None:
    must_choose(recorder.state, seat, WOMEN_STAGE)
    if not recorder.state.public.chosen[seat]:
        raise IllegalMove("not_offered")
    if command.corners not in _CORNER_PAIRS:
        raise IllegalMove("not_diagonal", rule="§2.2")
    recorder.emit(ev.CornersChosen(seat=seat, corners=command.corners))


def reveal_women(recorder: ForumTrajanumRecorder) -> None:
    """The start citizens come to their rows, the tiles are dealt, and newcomers may choose a second citizen."""
    public = recorder.state.public
    for chair, colony in enumerate(public.colonies):
        seat, row = Seat(chair), recorder.state.secrets[chair].row
        recorder.emit(ev.StartCitizenPlaced(seat=seat, tile=colony.start_citizen, row=row))
        if row == MERCHANT_1:
            turn_slider(recorder, seat)
        _deal(recorder, seat)
    _deal_workers(recorder)
    if public.newcomers:
        steps = tuple(int(chair in public.newcomers) for chair in range(len(public.colonies)))
        recorder.emit(ev.ChoicesOpened(stage=NEWCOMERS, steps=steps))
    else:
        draft.call_round(recorder)


def _deal(recorder: ForumTrajanumRecorder, seat: Seat) -> None:
    women = other_women(recorder.state.public.colonies[seat])
    lying = dict(zip(recorder.state.secrets[seat].corners, women, strict=True))
    tiles = recorder.rng.shuffled(f"colony {seat}", [tile for tile in TILES if tile not in WOMEN])
    lying |= zip([cell for cell in COVERABLE if cell not in lying], tiles, strict=False)
    covered = tuple(cell for cell in COVERABLE if cell not in CORNERS)
    recorder.emit(
        ev.ColonyDealt(
            seat=seat,
            open={corner: lying[corner] for corner in CORNERS},
            covered=covered,
            fronts=tuple(lying[cell] for cell in covered),
            first_envoy=tiles[-1],
        )
    )


def _deal_workers(recorder: ForumTrajanumRecorder) -> None:
    """One worker of each colour is put together, and each player is dealt one of them.

    It comes last, so that cranes and women are placed without knowing it. By rules version 1 it came with the colonies:
    a table that was laid by these has had its workers.
    """
    colonies = recorder.state.public.colonies
    if any(colony.stock[worker] for colony in colonies for worker in WORKERS):
        return
    workers = recorder.rng.shuffled("first workers", COLOURS)
    for chair in range(len(colonies)):
        recorder.emit(ev.ResourcesGained(seat=Seat(chair), resources=(WORKER[workers[chair]],), dealt=True))


# The newcomers


def newcomer_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    colony = state.public.colonies[seat]
    settling = [
        cmd.SettleNewcomer(corner=corner, row=row)
        for corner in CORNERS
        if colony.open[corner] in CITIZENS
        for row in ROWS_OF_CLASS[TILE[colony.open[corner]].social_class]
        if not colony.rows[row - 1]
    ]
    return [*settling, cmd.LeaveCorners()]


def settle_newcomer(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.SettleNewcomer) -> None:
    must_choose(recorder.state, seat, NEWCOMERS)
    colony = recorder.state.public.colonies[seat]
    tile = colony.open.get(command.corner)
    if tile not in CITIZENS:
        raise IllegalMove("no_citizen_there", rule="§12.3")
    if command.row not in ROWS_OF_CLASS[TILE[tile].social_class]:
        raise IllegalMove("wrong_class", rule="§12.3")
    if colony.rows[command.row - 1]:
        raise IllegalMove("row_begun", rule="R-08")
    recorder.emit(ev.NewcomerChose(seat=seat, corner=command.corner, row=command.row))


def leave_corners(recorder: ForumTrajanumRecorder, seat: Seat, _command: cmd.LeaveCorners) -> None:
    must_choose(recorder.state, seat, NEWCOMERS)
    recorder.emit(ev.NewcomerChose(seat=seat, corner="", row=0))


def reveal_newcomers(recorder: ForumTrajanumRecorder) -> None:
    for seat in recorder.state.public.newcomers:
        corner, row = recorder.state.secrets[seat].newcomer
        if corner:
            tile = recorder.state.public.colonies[seat].open[corner]
            recorder.emit(ev.StartCitizenPlaced(seat=seat, tile=tile, row=row, corner=corner))
            if row == MERCHANT_1:
                turn_slider(recorder, seat)
    draft.call_round(recorder)
