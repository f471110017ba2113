"""Where points come from: every `PointsScored` of Trajan starts here, with the arithmetic that explains it."""

from collections import Counter
from itertools import combinations_with_replacement
from math import ceil

from domain.kernel.game import Term
from domain.kernel.ids import Seat
from domain.trajan.data import (
    BONUS_TILES,
    BUILDINGS,
    DATA,
    NEED_TILE_FOR,
    PROVINCE_VP,
    SENATE_SPACES,
    SHIPS,
    TRAJAN_TILES,
    WILD_BUILDING,
    WILD_GOOD,
    WILD_NEED,
    BonusTile,
)
from domain.trajan.state import Bonus, Mat, Public, TrajanRecorder, TrajanState

SOURCES = (
    "trajan_tile",
    "shipment",
    "conquest",
    "senate_track",
    "building",
    "unmet_needs",
    "cards_in_hand",
    "workers_in_camp",
    "legionaries_in_camp",
    "tiles_on_circle",
    "building_sets",
    "bonus_goods",
    "bonus_need",
    "bonus_workers",
    "bonus_legionaries",
    "bonus_gold_tiles",
)
_SET = 3
_LARGE_SET = 4


# In a turn


def score_trajan_tile(recorder: TrajanRecorder, seat: Seat, tile: str) -> None:
    recorder.score(seat, "trajan_tile", Term(points=TRAJAN_TILES[tile].vp, label="tile", args={"tile": tile}))


def score_shipment(recorder: TrajanRecorder, seat: Seat, ship: str, side: str, units: int) -> None:
    """By the side that was up when the goods were loaded (§5.1)."""
    args: dict[str, int | str] = {"ship": ship, "side": side, "units": units}
    recorder.score(seat, "shipment", Term(points=shipment_points(ship, side, units), label="shipment", args=args))


def shipment_points(ship: str, side: str, units: int) -> int:
    table = SHIPS[ship].back if side == "grey" else SHIPS[ship].front
    return table[units - 1]


def score_conquest(recorder: TrajanRecorder, seat: Seat, province: str) -> None:
    recorder.score(seat, "conquest", *conquest_terms(recorder.state.public, seat, province))


def conquest_terms(public: Public, seat: Seat, province: str) -> list[Term]:
    """The province's points less three for each foreign legionary, but never a loss (§5.3)."""
    vp = PROVINCE_VP[province]
    terms = [Term(points=vp, label="province", args={"province": province})]
    foreign = sum(province in mat.legionaries for other, mat in enumerate(public.mats) if other != seat)
    loss = foreign * DATA.military.vp_loss_per_foreign_legionary
    if foreign:
        terms.append(Term(points=-loss, label="foreign_legionaries", args={"count": foreign}))
    if vp - loss < DATA.military.vp_floor:
        terms.append(Term(points=DATA.military.vp_floor - vp + loss, label="no_loss"))
    return terms


def score_senate_space(recorder: TrajanRecorder, seat: Seat, space: int) -> None:
    vp = SENATE_SPACES[space].vp
    recorder.score(seat, "senate_track", Term(points=vp, label="space", args={"space": vp}))


def score_building(recorder: TrajanRecorder, seat: Seat, building: str) -> None:
    recorder.score(seat, "building", Term(points=BUILDINGS[building][1], label="building", args={"building": building}))


# At the end of a quarter


def score_unmet_needs(recorder: TrajanRecorder, seat: Seat, unmet: int) -> None:
    if unmet:
        recorder.score(
            seat, "unmet_needs", Term(points=DATA.needs.penalty[unmet], label="unmet", args={"unmet": unmet})
        )


# At the end of the game


def score_the_end(recorder: TrajanRecorder, seat: Seat) -> None:
    """Everything that counts once at the end (§9)."""
    state = recorder.state
    for source, terms in final_scores(state.public.mats[seat], len(state.hands[seat])):
        recorder.score(seat, source, *terms)


def uncounted(state: TrajanState, seat: Seat) -> dict[str, int]:
    """What a player would score if the game ended now."""
    scores = final_scores(state.public.mats[seat], len(state.hands[seat]))
    return {source: sum(term.points for term in terms) for source, terms in scores}


def final_scores(mat: Mat, cards_in_hand: int) -> list[tuple[str, list[Term]]]:
    """Every source of points at the end with its terms, also where they bring nothing."""
    final = DATA.final_scoring
    pieces = (
        ("cards_in_hand", cards_in_hand, final.card_in_hand),
        ("workers_in_camp", mat.worker_camp, final.worker_in_camp),
        ("legionaries_in_camp", mat.military_camp, final.legionary_in_camp),
        ("tiles_on_circle", sum(tile is not None for tile in mat.slots), final.trajan_tile_on_circle),
    )
    found = [
        (source, [Term(points=count * each, label="each", args={"count": count, "each": each})])
        for source, count, each in pieces
    ]
    found.append(("building_sets", building_sets(mat) or [Term(points=0, label="no_building_set")]))
    return found + [(f"bonus_{BONUS_TILES[bonus.tile].kind}", terms) for bonus, terms in bonus_tiles(mat)]


def building_sets(mat: Mat) -> list[Term]:
    """The sets of buildings of one kind, with wild buildings put where they bring most."""
    real = Counter(BUILDINGS[building][0] for building in mat.buildings)
    wilds = mat.tiles.count(WILD_BUILDING)
    plans = combinations_with_replacement(sorted(real), wilds) if real else [()]
    best = max((Counter(plan) for plan in plans), key=lambda plan: sum(set_value(real[k] + plan[k]) for k in real))
    return [
        Term(
            points=set_value(real[kind] + best[kind]),
            label="building_set",
            args={"kind": kind, "count": real[kind], "wilds": best[kind]},
        )
        for kind in sorted(real)
        if set_value(real[kind] + best[kind])
    ]


def set_value(size: int) -> int:
    if size < _SET:
        return 0
    return DATA.final_scoring.set_of_4_buildings if size >= _LARGE_SET else DATA.final_scoring.set_of_3_buildings


def bonus_tiles(mat: Mat) -> list[tuple[Bonus, list[Term]]]:
    """Every bonus tile and its worth; unused wild goods count for the goods tile that pays most."""
    goods = [bonus for bonus in mat.bonus if BONUS_TILES[bonus.tile].kind == "goods"]
    best = max(goods, key=bonus_pays, default=None)
    return [(bonus, _bonus_terms(mat, bonus, wilds=bonus is best)) for bonus in mat.bonus]


def bonus_pays(bonus: Bonus) -> float:
    """The points for each thing that a bonus tile counts."""
    printed = BONUS_TILES[bonus.tile]
    return printed.gold if bonus.gold else printed.silver


def _bonus_terms(mat: Mat, bonus: Bonus, *, wilds: bool) -> list[Term]:
    """The worth of one bonus tile."""
    printed = BONUS_TILES[bonus.tile]
    each = bonus_pays(bonus)
    count = _counted(mat, printed)
    args: dict[str, int | str] = {"tile": bonus.tile, "side": "gold" if bonus.gold else "silver", "count": count}
    terms = [Term(points=ceil(count * each), label="bonus_tile", args=args)]
    spare = mat.tiles.count(WILD_GOOD) if wilds else 0
    if spare:
        terms.append(Term(points=ceil(spare * each), label="bonus_wild_goods", args={"count": spare}))
    return terms


def _counted(mat: Mat, printed: BonusTile) -> int:
    """How often a bonus tile pays."""
    if printed.kind == "goods":
        return sum(card in printed.goods for card in mat.laid_out)
    if printed.need is not None:
        wild = DATA.rulings.wild_need_counts_for_need_bonus and WILD_NEED in mat.tiles
        return int(wild or NEED_TILE_FOR[printed.need] in mat.tiles)
    if printed.kind == "workers":
        return len(mat.workers)
    if printed.kind == "legionaries":
        return len(mat.legionaries)
    return sum(bonus.gold for bonus in mat.bonus)
