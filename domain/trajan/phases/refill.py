"""What is drawn from bag and stacks on to the board, at set-up and after each quarter (§3, §8.3)."""

from domain.trajan.data import DATA
from domain.trajan.events import quarter as ev
from domain.trajan.state import Public, TrajanRecorder

_ORDER = DATA.rulings.province_refill_order
_GREEN_SPACES = {int(players): spaces for players, spaces in DATA.forum_area.forum_tiles_by_players.items()}


def offer_bonus_tiles(recorder: TrajanRecorder) -> None:
    count = DATA.senate.bonus_tiles_offered
    recorder.emit(ev.BonusTilesOffered(tiles=_top(recorder.state.bag, count)))


def fill_provinces(recorder: TrajanRecorder) -> None:
    """One forum tile for every province that has neither a tile nor a general nor a legionary."""
    empty = [province for province in _ORDER if is_deserted(recorder.state.public, province)]
    tiles = _top(recorder.state.forum_stack, len(empty))
    recorder.emit(ev.ProvincesFilled(tiles=dict(zip(empty, tiles, strict=False))))


def is_deserted(public: Public, province: str) -> bool:
    if province in public.provinces:
        return False
    return all(province != mat.general and province not in mat.legionaries for mat in public.mats)


def fill_forum(recorder: TrajanRecorder) -> None:
    """As many forum tiles as the number of players asks for, if the stack lasts, and the extra-action tiles."""
    spaces = _GREEN_SPACES[len(recorder.state.public.mats)]
    forum = _top(recorder.state.forum_stack, spaces)
    extra = _top(recorder.state.extra_stack, DATA.forum_area.extra_action_spaces)
    recorder.emit(ev.ForumFilled(forum=forum, spaces=spaces, extra=extra))


def _top(stack: list[str], count: int) -> tuple[str, ...]:
    """The next tiles of a stack in the order in which they are drawn, as far as there are any."""
    return tuple(reversed(stack[-count:])) if count else ()
