"""What holds in every position of Trajan, written from the rules and the printed totals alone."""

from collections import Counter

from domain.trajan.data import CELL_NEIGHBOURS, DATA
from domain.trajan.state import Mat, Public, TrajanState

FIGURES = 15
COLOURS = ("yellow", "orange", "green", "white", "pink", "blue")


def check(state: TrajanState) -> None:
    public = state.public
    for seat, mat in enumerate(public.mats):
        markers_are_complete(public, seat)
        figures_are_complete(mat)
        arch_stands_right(mat)
        pieces_stand_right(mat)
    goods_are_complete(state)
    tiles_are_complete(state)
    calendar_is_consistent(public)
    bonus_tiles_follow_the_votes(public)
    assert sum(len(discs) for discs in public.senate) in {0, len(public.mats)}
    assert state.chosen == [] or public.owed[-1].kind in {"lay_out", "shipment"}


def markers_are_complete(public: Public, seat: int) -> None:
    """14.1: also in mid-sowing, with the markers in the player's hand."""
    held = Counter(colour for bowl in public.mats[seat].bowls for colour in bowl)
    if seat == public.turn:
        held.update(public.in_hand)
    if public.tops:  # before that the markers are being placed
        assert held == dict.fromkeys(COLOURS, 2)
    assert all(count <= 2 for count in held.values())


def figures_are_complete(mat: Mat) -> None:
    """14.2."""
    placed = mat.military_camp + len(mat.legionaries) + mat.worker_camp + len(mat.workers)
    assert mat.supply + placed == FIGURES
    assert min(mat.supply, mat.military_camp, mat.worker_camp) >= 0


def arch_stands_right(mat: Mat) -> None:
    """14.3; between completing a tile and its special action the arch is still in the centre."""
    if mat.arch is not None:
        assert mat.slots[mat.arch] is None
    else:
        assert mat.slots.count(None) <= 1


def pieces_stand_right(mat: Mat) -> None:
    """14.4."""
    assert len(set(mat.legionaries)) == len(mat.legionaries)
    assert len(set(mat.workers)) == len(mat.workers)
    reached = set(mat.workers[:1])
    while True:
        near = {cell for own in reached for cell in CELL_NEIGHBOURS[own] if cell in mat.workers}
        if near <= reached:
            break
        reached |= near
    assert reached == set(mat.workers)
    assert len(set(mat.plus_two)) == len(mat.plus_two)


def goods_are_complete(state: TrajanState) -> None:
    """14.5 for cards: sixty, five of each kind, once they are shuffled."""
    public = state.public
    cards = Counter(state.draw_pile)
    for pile in (*state.hands, *public.discards.values(), *(mat.laid_out for mat in public.mats)):
        cards.update(pile)
    assert cards == ({good.id: 5 for good in DATA.commodity} if public.discards else {})
    for hand, mat in zip(state.hands, public.mats, strict=True):
        assert Counter(mat.seen_in_hand) <= Counter(hand)


def tiles_are_complete(state: TrajanState) -> None:
    """14.5 for tiles, each over stack, board, mats and out of the game."""
    public = state.public
    forum = Counter((*state.forum_stack, *state.extra_stack, *public.provinces.values(), *public.removed.tiles))
    forum.update(tile for tile in (*public.forum, *public.extra) if tile is not None)
    trajan = Counter(tile for tile in (*public.tops.values(), *public.removed.trajan) if tile is not None)
    bonus = Counter((*state.bag, *public.offered))
    for stack in state.trajan_stacks.values():
        trajan.update(stack)
    for mat in public.mats:
        forum.update(mat.tiles)
        trajan.update(tile for tile in (*mat.slots, *mat.kept) if tile is not None)
        bonus.update(each.tile for each in mat.bonus)
    printed = Counter({tile.id: tile.count for tile in DATA.forum_tile})
    printed.update({tile.id: tile.count for tile in DATA.extra_action_tile})
    assert forum == printed
    assert sum(printed.values()) == 70 + 12
    assert trajan == (Counter(tile.id for tile in DATA.trajan_tile) if public.tops else Counter())
    assert bonus == (Counter(tile.id for tile in DATA.bonus_tile) if public.tops else Counter())
    needs = Counter((*state.need_stack, *public.needs, *public.removed.needs))
    assert needs == {"bread": 5, "games": 5, "religion": 5}
    buildings = Counter((*public.cells.values(), *(tile for mat in public.mats for tile in mat.buildings)))
    assert set(buildings.values()) == {1}
    assert len(buildings) == 20


def calendar_is_consistent(public: Public) -> None:
    """14.6; in the end of a quarter four rounds are over and three needs lie open until they are cleared."""
    assert len(public.needs) <= 3
    if public.rounds < 4:
        assert len(public.needs) == public.rounds
    assert 1 <= public.quarter <= 4


def bonus_tiles_follow_the_votes(public: Public) -> None:
    """14.7: one tile to begin with, and two more tiles, one of them gold, for each vote."""
    if public.tops:
        held = [bonus for mat in public.mats for bonus in mat.bonus]
        votes = (len(held) - len(public.mats)) // 2
        assert sum(bonus.gold for bonus in held) == len(public.mats) + votes
        assert votes in {public.quarter - 1, public.quarter}
