"""What a caller may do at a table before its game begins. API, page and chat say it each in their own way."""

from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel import lobby
from domain.kernel.errors import NotAllowed
from domain.kernel.ids import Seat, UserId
from domain.kernel.lobby import Terms
from domain.kernel.match import Batch
from services.commands import table_changes
from services.commands.tables import Request, Written
from services.identity.callers import refuse_guest
from services.play.deps import Changed, GameDeps
from services.problems import bad_field
from services.queries.tables import must_see, naming_a_bad_code, require_visible
from services.store.accounts import Principal


class Door(NamedTuple):
    """How somebody comes to a table: by the code of an invitation, and with a word for the shuffle."""

    code: str | None = None
    nonce: str | None = None


async def open_table(deps: GameDeps, caller: Principal, named: Request, slug: str, terms: Terms) -> Written:
    """Open a table, at which the caller takes chair 0."""
    if slug not in {game.meta.slug for game in deps.tables.registry}:
        raise bad_field("game", "no_game", game=slug)
    if terms.caretaker is not None:
        must_be_bot(deps, terms.caretaker, "caretaker")
    if not terms.private or terms.invited:
        refuse_guest(caller)
    if await deps.is_new(named):
        await deps.quotas.require_table(caller.user_id)
    return await table_changes.create(deps.tables, named, slug, caller.user_id, terms)


async def sit_down(deps: GameDeps, caller: Principal, named: Request, door: Door) -> Written:
    """Take the next free chair."""
    user = caller.user_id

    def act(batch: Batch) -> None:
        now = deps.tables.now()
        must_see(batch.match.table, user, door.code, now)
        if not batch.match.table.private:
            refuse_guest(caller)
        lobby.join(batch, user, door.nonce, door.code, now)

    with naming_a_bad_code(door.code):
        return await table_changes.change(deps.tables, named, user, act)


async def seat_bot(deps: GameDeps, caller: Principal, named: Request, bot: str) -> Written:
    """Give the next free chair to a bot; the host may."""
    must_be_bot(deps, bot)
    if await deps.is_new(named):
        await deps.quotas.require_bots(caller.user_id)

    def act(batch: Batch) -> None:
        must_see(batch.match.table, caller.user_id)
        lobby.add_bot(batch, caller.user_id, bot)

    return await table_changes.change(deps.tables, named, caller.user_id, act)


async def free_chair(deps: GameDeps, user: UserId, named: Request, seat: int) -> Changed:
    """Leave a chair or (the host) free it; in a running game close a seat that opened."""
    if seat < 0:
        raise NotAllowed("chair_free", seat=seat)

    def act(batch: Batch) -> None:
        table = batch.match.table
        is_open = table.phase == "active" and seat < len(table.chairs) and not table.chairs[seat].taken
        (lobby.close_seat if is_open else lobby.leave)(batch, user, Seat(seat))

    return await deps.change(named, user, act)


async def invite_person(deps: GameDeps, caller: Principal, named: Request, name: str) -> Changed:
    """Invite somebody by name; the host may."""
    refuse_guest(caller)
    await require_visible(deps.tables, named.game_id, caller.user_id)
    guest = await _called(deps, "name", name)
    return await deps.change(named, caller.user_id, lambda batch: lobby.invite_person(batch, caller.user_id, guest))


async def invited(deps: GameDeps, host: UserId, names: Iterable[str]) -> tuple[UserId, ...]:
    """The people of these names, each once and never the host."""
    found = [await _called(deps, "invite", name) for name in names]
    return tuple(dict.fromkeys(guest for guest in found if guest != host))


def must_be_bot(deps: GameDeps, bot: str, field: str = "bot") -> None:
    """Refuse the name of a bot that nobody plays."""
    if bot not in deps.bots:
        raise bad_field(field, "no_bot", bot=bot, bots=deps.bots)


async def _called(deps: GameDeps, field: str, name: str) -> UserId:
    found = await deps.names.user_called(name)
    if found is None:
        raise bad_field(field, "nobody_called", name=name)
    return found
