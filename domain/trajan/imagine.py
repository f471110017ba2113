"""A world that a seat cannot tell from the true one: what it has not seen is dealt anew."""

from collections import Counter
from collections.abc import Iterable

from domain.kernel.rng import Rng
from domain.trajan.data import BONUS_TILES, EXTRA_STACK, FORUM_STACK, NEED_STACK, TRAJAN_STACKS
from domain.trajan.imagine_goods import imagine_goods
from domain.trajan.state import Public, TrajanState
from domain.trajan.view import TrajanView, copy_of


def imagine(view: TrajanView, rng: Rng) -> TrajanState:
    public = copy_of(view.public)
    goods = imagine_goods(view, rng)
    extra = _unseen(EXTRA_STACK, public.extra_seen)
    needs = _unseen(NEED_STACK, (*public.needs, *public.removed.needs))
    bag = _unseen(tuple(BONUS_TILES), (*public.offered, *(bonus.tile for mat in public.mats for bonus in mat.bonus)))
    return TrajanState(
        scores=list(view.scores),
        public=public,
        hands=goods.hands,
        chosen=goods.chosen,
        draw_pile=goods.draw_pile,
        forum_stack=rng.shuffled("imagined forum tiles", _unseen_forum_tiles(public, extra)),
        extra_stack=rng.shuffled("imagined extra actions", extra),
        need_stack=rng.shuffled("imagined needs", needs),
        trajan_stacks=_trajan_stacks(view, rng),
        bag=rng.shuffled("imagined bonus tiles", bag)[: view.bag_size],
    )


def _unseen(all_of_them: Iterable[str], seen: Iterable[str]) -> list[str]:
    rest = Counter(all_of_them)
    rest.subtract(seen)
    return list(rest.elements())


def _unseen_forum_tiles(public: Public, unseen_extra: list[str]) -> list[str]:
    """The two stacks share some fronts, so they are counted together."""
    on_mats = (tile for mat in public.mats for tile in mat.tiles)
    on_board = (tile for tile in (*public.forum, *public.extra, *public.provinces.values()) if tile is not None)
    return _unseen((*FORUM_STACK, *EXTRA_STACK), (*on_mats, *on_board, *public.removed.tiles, *unseen_extra))


def _trajan_stacks(view: TrajanView, rng: Rng) -> dict[str, list[str]]:
    public = view.public
    seen = [*public.tops.values(), *public.removed.trajan]
    for mat in public.mats:
        seen += [*mat.slots, *mat.kept]
    return {
        kind: rng.shuffled(f"imagined {kind} tiles", [tile for tile in TRAJAN_STACKS[kind] if tile not in seen])
        for kind in view.trajan_stack_sizes
    }
