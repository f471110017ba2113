"""What is printed: the data file, loaded once, checked and hashed, and the tables that the rules look things up in.

Nothing here depends on a game under way.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from typing import TypeVar

import msgspec


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    id: str


class _Counted(_Row, frozen=True, kw_only=True):
    count: int


class Bowl(msgspec.Struct, frozen=True, kw_only=True):
    index: int
    numeral: str
    action: str


class Markers(msgspec.Struct, frozen=True, kw_only=True):
    colours: tuple[str, ...]
    per_colour: int
    per_player: int


class TrajanTile(_Row, frozen=True, kw_only=True):
    kind: str
    vp: int
    amount: int
    colours: tuple[str, str]
    need: str | None = None


class TrajanKind(_Row, frozen=True, kw_only=True):
    special: str
    after: str
    tiles: int


class ForumTile(_Counted, frozen=True, kw_only=True):
    category: str
    need: str | None = None
    votes: int = 0
    wild: str | None = None
    action: str | None = None


class ExtraActionTile(_Counted, frozen=True, kw_only=True):
    action: str


class ForumArea(msgspec.Struct, frozen=True, kw_only=True):
    extra_action_spaces: int
    forum_tiles_by_players: dict[str, int]


class ConstructionKind(_Row, frozen=True, kw_only=True):
    first_action: str
    vp: tuple[int, ...]


class Cell(_Row, frozen=True, kw_only=True):
    row: int
    column: int
    neighbours: tuple[str, ...]


class Needs(msgspec.Struct, frozen=True, kw_only=True):
    removed_unseen_at_setup: int
    penalty: tuple[int, ...]


class Ship(_Row, frozen=True, kw_only=True):
    unit_cards: int
    max_units: int
    front: tuple[int, ...]
    back: tuple[int, ...]


class BonusTile(_Row, frozen=True, kw_only=True):
    kind: str
    gold: float
    silver: float
    goods: tuple[str, ...] = ()
    need: str | None = None


class MapNode(_Row, frozen=True, kw_only=True):
    kind: str
    vp: int
    general_may_enter: bool
    neighbours: tuple[str, ...]


class Military(msgspec.Struct, frozen=True, kw_only=True):
    vp_loss_per_foreign_legionary: int
    vp_floor: int


class SenateSpace(msgspec.Struct, frozen=True, kw_only=True):
    index: int
    vp: int
    votes: int


class Start(msgspec.Struct, frozen=True, kw_only=True):
    legionaries_in_camp: int
    workers_in_camp: int
    figures_in_supply: int
    general_node: str
    arch_slot: str
    goods_cards_in_hand: int
    trajan_tile_slots: tuple[str, ...]
    markers_per_bowl: int


class Players(msgspec.Struct, frozen=True, kw_only=True):
    min: int
    max: int
    start: Start


class Calendar(msgspec.Struct, frozen=True, kw_only=True):
    quarters: int
    rounds_per_quarter: int


class TimeTrack(msgspec.Struct, frozen=True, kw_only=True):
    spaces: dict[str, int]


class Senate(msgspec.Struct, frozen=True, kw_only=True):
    bonus_tiles_offered: int


class FinalScoring(msgspec.Struct, frozen=True, kw_only=True):
    card_in_hand: int
    worker_in_camp: int
    legionary_in_camp: int
    trajan_tile_on_circle: int
    set_of_3_buildings: int
    set_of_4_buildings: int


class Rulings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The decisions where the rule book is silent. `_SETTLED` lists those that the rules are written for."""

    general_may_return_to_camp: bool
    own_workers_per_cell_max: int
    refill_emptied_discard_pile_in_play: bool
    reshuffle_discards_when_draw_pile_empty: bool
    wild_good_usable_when_laying_out: bool
    wild_need_counts_for_need_bonus: bool
    wild_good_counts_as_card_in_hand: bool
    vote_tiles_in_provinces_removed_at_quarter_end: bool
    zero_votes_can_be_consul: bool
    trajan_match_is_mandatory: bool
    special_action_is_optional: bool
    special_action_partial_choice: bool
    first_building_action_is_optional: bool
    extra_tile_usable_on_turn_it_was_taken: bool
    plus_two_stackable: bool
    same_colour_pair_in_bowl_at_setup: bool
    two_laps_in_one_turn_end_two_rounds: bool
    final_tie_break: str
    refill_order: tuple[str, ...]
    province_refill_order: tuple[str, ...]


class Printed(msgspec.Struct, frozen=True, kw_only=True):
    """The data file. Its remarks on sources are for readers and are not kept."""

    players: Players
    components: dict[str, int]
    calendar: Calendar
    time_track: TimeTrack
    bowl: tuple[Bowl, ...]
    markers: Markers
    trajan_kind: tuple[TrajanKind, ...]
    trajan_tile: tuple[TrajanTile, ...]
    forum_tile: tuple[ForumTile, ...]
    forum_area: ForumArea
    extra_action_tile: tuple[ExtraActionTile, ...]
    construction_kind: tuple[ConstructionKind, ...]
    construction_cell: tuple[Cell, ...]
    need_tile: tuple[_Counted, ...]
    needs: Needs
    commodity: tuple[_Counted, ...]
    ship: tuple[Ship, ...]
    bonus_tile: tuple[BonusTile, ...]
    map_node: tuple[MapNode, ...]
    military: Military
    senate_space: tuple[SenateSpace, ...]
    senate: Senate
    final_scoring: FinalScoring
    rulings: Rulings


_SETTLED: dict[str, object] = {
    "own_workers_per_cell_max": 1,
    "refill_emptied_discard_pile_in_play": False,
    "reshuffle_discards_when_draw_pile_empty": True,
    "wild_good_usable_when_laying_out": False,
    "wild_good_counts_as_card_in_hand": False,
    "vote_tiles_in_provinces_removed_at_quarter_end": False,
    "zero_votes_can_be_consul": True,
    "trajan_match_is_mandatory": True,
    "special_action_is_optional": True,
    "special_action_partial_choice": False,
    "first_building_action_is_optional": True,
    "extra_tile_usable_on_turn_it_was_taken": True,
    "plus_two_stackable": False,
    "same_colour_pair_in_bowl_at_setup": True,
    "two_laps_in_one_turn_end_two_rounds": True,
    "final_tie_break": "higher_in_senate_stack_after_last_vote",
    "refill_order": ("bonus_tiles", "provinces", "forum_area"),
}
"""Rulings that other values would need other rules for: a data file that says otherwise is refused, not ignored."""


def load(text: bytes) -> Printed:
    """Read and check a data file; raises `ValueError` for one that the rules cannot be played with."""
    printed = msgspec.toml.decode(text, type=Printed)
    for problem in (*_miscounted(printed), *_one_way(printed), *_unsettled(printed.rulings)):
        raise ValueError(problem)
    return printed


def _miscounted(printed: Printed) -> list[str]:
    counted = {
        "trajan_tiles": len(printed.trajan_tile),
        "forum_tiles": sum(tile.count for tile in printed.forum_tile),
        "extra_action_tiles": sum(tile.count for tile in printed.extra_action_tile),
        "construction_tiles": sum(len(kind.vp) for kind in printed.construction_kind),
        "need_tiles": sum(tile.count for tile in printed.need_tile),
        "goods_cards": sum(good.count for good in printed.commodity),
        "ship_tiles": len(printed.ship),
        "bonus_tiles": len(printed.bonus_tile),
        "quarter_tiles": printed.calendar.quarters,
    }
    wrong = [f"{name}: {n} listed" for name, n in counted.items() if n != printed.components[name]]
    stacks = Counter(tile.kind for tile in printed.trajan_tile)
    wrong += [f"Trajan tiles of kind {kind.id}" for kind in printed.trajan_kind if stacks[kind.id] != kind.tiles]
    if len(printed.construction_cell) != counted["construction_tiles"]:
        wrong.append("cells and construction tiles differ in number")
    return wrong


def _one_way(printed: Printed) -> list[str]:
    wrong = []
    for places in (printed.map_node, printed.construction_cell):
        near = {place.id: place.neighbours for place in places}
        links = [(here, there) for here, ids in near.items() for there in ids]
        wrong += [f"{there} does not lie next to {here}" for here, there in links if here not in near[there]]
    return wrong


def _unsettled(rulings: Rulings) -> list[str]:
    wrong = [key for key, value in _SETTLED.items() if getattr(rulings, key) != value]
    return [f"the rules know no other {key} than {_SETTLED[key]}" for key in wrong]


PRINTED = files(__package__).joinpath("data.toml").read_bytes()
DATA = load(PRINTED)
DATA_HASH = hashlib.sha256(PRINTED).hexdigest()

R = TypeVar("R", bound=_Row)


def _by_id(rows: tuple[R, ...]) -> dict[str, R]:
    return {row.id: row for row in rows}


def _expanded(rows: Sequence[_Counted]) -> tuple[str, ...]:
    return tuple(row.id for row in rows for _ in range(row.count))


def _wild(what: str) -> str:
    return next(tile.id for tile in DATA.forum_tile if tile.wild == what)


# The action circle: bowls and slots go by their numerals, clockwise.
BOWLS = tuple(bowl.numeral for bowl in DATA.bowl)
PLACE_OF = {numeral: place for place, numeral in enumerate(BOWLS)}
ACTION_OF = tuple(bowl.action for bowl in DATA.bowl)
COLOURS = DATA.markers.colours

TRAJAN_KINDS = _by_id(DATA.trajan_kind)
TRAJAN_TILES = _by_id(DATA.trajan_tile)
TRAJAN_STACKS = {kind: tuple(tile.id for tile in DATA.trajan_tile if tile.kind == kind) for kind in TRAJAN_KINDS}

FORUM_TILES = _by_id(DATA.forum_tile)
FORUM_STACK = _expanded(DATA.forum_tile)
EXTRA_STACK = _expanded(DATA.extra_action_tile)
EXTRA_TILE_FOR = {tile.action: tile.id for tile in DATA.extra_action_tile}
VOTES_OF = {tile.id: tile.votes for tile in DATA.forum_tile if tile.category == "votes"}
WILD_GOOD = _wild("good")
WILD_NEED = _wild("need")
WILD_BUILDING = _wild("building")
WILD_EXTRA_ACTION = _wild("extra_action")
NEED_STACK = _expanded(DATA.need_tile)
NEED_TILE_FOR = {tile.need: tile.id for tile in DATA.forum_tile if tile.need is not None}

GOODS = tuple(sorted(good.id for good in DATA.commodity))
GOODS_CARDS = _expanded(DATA.commodity)
SHIPS = _by_id(DATA.ship)
BONUS_TILES = _by_id(DATA.bonus_tile)

PROVINCE_VP = {node.id: node.vp for node in DATA.map_node}
_ENTERED = {node.id for node in DATA.map_node if node.general_may_enter or DATA.rulings.general_may_return_to_camp}
GENERAL_MOVES = {node.id: tuple(near for near in node.neighbours if near in _ENTERED) for node in DATA.map_node}
SENATE_SPACES = DATA.senate_space

CELLS = tuple(cell.id for cell in DATA.construction_cell)
CELL_NEIGHBOURS = {cell.id: cell.neighbours for cell in DATA.construction_cell}
FIRST_ACTION = {kind.id: kind.first_action for kind in DATA.construction_kind}
BUILDINGS = {f"{kind.id}_{vp}": (kind.id, vp) for kind in DATA.construction_kind for vp in kind.vp}
"""Building tile → its kind and its points."""
