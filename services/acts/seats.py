"""Chairs of a table: sitting down, seating bots, leaving, inviting somebody by name, adding to the randomness."""

from typing import NamedTuple

from domain.kernel import lobby
from domain.kernel.errors import NotAllowed
from domain.kernel.ids import Seat, UserId
from domain.kernel.match import Batch
from services.acts.acts import Acts, told
from services.acts.ask import Ask
from services.acts.asking import act
from services.free_text import NONCE
from services.identity.access import PLAY, PLAY_OR_BOT, refuse_guest
from services.problems import bad_field
from services.queries.tables import must_see, naming_a_bad_code, require_visible
from services.tables import table_changes
from services.tables.hot_tables import Written


class Door(NamedTuple):
    """How somebody comes to a table: by the code of an invitation, and with a word for the shuffle."""

    code: str | None = None
    nonce: str | None = None


@act(PLAY_OR_BOT)
async def sit_down(acts: Acts, ask: Ask, game_id: str, door: Door) -> Written:
    """Take the next free chair."""
    if door.nonce is not None:
        NONCE.checked(door.nonce)

    def emit(batch: Batch) -> None:
        now = acts.tables.now()
        must_see(batch.match.table, ask.user, door.code, now)
        if not batch.match.table.private:
            refuse_guest(ask.caller)
        lobby.join(batch, ask.user, door.nonce, door.code, now)

    with naming_a_bad_code(door.code):
        return told(await table_changes.change(acts.tables, acts.change_of(ask, game_id), ask.user, emit))


@act(PLAY_OR_BOT)
async def seat_bot(acts: Acts, ask: Ask, game_id: str, bot: str) -> Written:
    """Give the next free chair to a bot; the host may."""
    must_be_bot(acts, bot)
    named = acts.change_of(ask, game_id)
    if await acts.is_new(named):
        await acts.quotas.require_bots(ask.user)
    return await acts.carry_out(ask, named, lambda batch: lobby.add_bot(batch, ask.user, bot))


@act(PLAY_OR_BOT)
async def free_chair(acts: Acts, ask: Ask, game_id: str, seat: int | None) -> Written:
    """Leave a chair or (the host) free it; in a running game close a seat that opened."""
    if seat is None or seat < 0:
        raise NotAllowed("chair_free", seat=-1 if seat is None else seat)

    def emit(batch: Batch) -> None:
        table = batch.match.table
        is_open = table.phase == "active" and seat < len(table.chairs) and not table.chairs[seat].taken
        (lobby.close_seat if is_open else lobby.leave)(batch, ask.user, Seat(seat))

    return await acts.change(ask, game_id, emit)


@act(PLAY, guests=False)
async def invite_person(acts: Acts, ask: Ask, game_id: str, name: str) -> Written:
    """Invite somebody by the name of their account; the host may."""
    await require_visible(acts.tables, game_id, ask.user)
    guest = await person_called(acts, "name", name)
    return await acts.change(ask, game_id, lambda batch: lobby.invite_person(batch, ask.user, guest))


@act(PLAY_OR_BOT)
async def give_nonce(acts: Acts, ask: Ask, game_id: str, nonce: str) -> Written:
    """Add to the randomness of the table, once and before it starts."""
    NONCE.checked(nonce)
    return await acts.change(ask, game_id, lambda batch: lobby.give_nonce(batch, ask.user, nonce))


def must_be_bot(acts: Acts, bot: str, field: str = "bot") -> None:
    """Refuse the name of a bot that nobody plays."""
    if bot not in acts.bots:
        raise bad_field(field, "no_bot", bot=bot, bots=acts.bots)


async def person_called(acts: Acts, field: str, name: str) -> UserId:
    """The person of a name, or a refusal of the field that holds it."""
    found = await acts.names.user_called(name)
    if found is None:
        raise bad_field(field, "nobody_called", name=name)
    return found
