"""How every act begins: who asks, whether that caller may at all, how often, whether there is room to write.

What an act checks by itself follows in the same order everywhere: may the caller see the table, does the caller hold
the seat, is it within the quota, was it carried out before. Then it is done, told to others, and audited; what an
admin does is noted before it is done, so that nothing is done unnoted.
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from limits import RateLimitItem

from services.acts.acts import Acts
from services.acts.ask import Ask
from services.identity.access import OPEN, Access, refuse_guest
from services.identity.visitors import Visitor
from services.logs import learn

P = ParamSpec("P")
T = TypeVar("T")


class Act(NamedTuple):
    """What is declared of an act."""

    access: Access
    guests: bool
    """Whether a guest may."""
    room: bool
    """Whether it waits for room to write. What ends access, or lets its owner in, must go on while there is none."""


ACTS: dict[str, Act] = {}
"""Every act by its module and name. `tests/services/acts/test_parity.py` holds a row for each."""

Function = Callable[Concatenate[Acts, Ask, P], T]
WayIn = Callable[Concatenate[Acts, Visitor, P], Awaitable[T]]


def act(access: Access, *, guests: bool = True, room: bool = True) -> Callable[[Function[P, T]], Function[P, T]]:
    """Declare an act. Before its body runs, its caller is checked and counted, and there is room to write."""

    def declare(body: Function[P, T]) -> Function[P, T]:
        name = _declared(body, Act(access, guests, room))

        @wraps(body)
        def begin(acts: Acts, ask: Ask, /, *args: P.args, **kwargs: P.kwargs) -> T:
            learn(act=name)
            access.check(ask.caller)
            if not guests:
                refuse_guest(ask.caller)
            acts.limit.take(ask.caller.user_id)
            if room:
                acts.services.free_space.require()
            return body(acts, ask, *args, **kwargs)

        return begin

    return declare


def way_in(limit: RateLimitItem | None, *, room: bool = True) -> Callable[[WayIn[P, T]], WayIn[P, T]]:
    """Declare an act of somebody who need not be known, whose calls are counted by the address that they come from."""

    def declare(body: WayIn[P, T]) -> WayIn[P, T]:
        name = _declared(body, Act(OPEN, guests=True, room=room))

        @wraps(body)
        async def begin(acts: Acts, visitor: Visitor, /, *args: P.args, **kwargs: P.kwargs) -> T:
            learn(act=name)
            if limit is not None:
                await acts.limits.count_address(limit, visitor.address)
            if room:
                acts.services.free_space.require()
            return await body(acts, visitor, *args, **kwargs)

        return begin

    return declare


def act_of(function: Callable[..., object]) -> Act:
    """What was declared of an act."""
    return ACTS[_name(function)]


def _declared(body: Callable[..., object], declared: Act) -> str:
    ACTS[_name(body)] = declared
    return _name(body)


def _name(function: Callable[..., object]) -> str:
    return f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
