"""Opening tables and what their people agree on: terms, start, votes, giving up, playing again."""

from typing import Any, NamedTuple

import msgspec

from domain.kernel import lobby, overtime
from domain.kernel.clock import Clock
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.lobby import Terms
from domain.kernel.match import Batch
from services.acts.acts import Acts, told
from services.acts.ask import Ask
from services.acts.asking import act
from services.acts.seats import must_be_bot, person_called
from services.acts.wishes import TableWish
from services.free_text import TITLE
from services.identity.access import PLAY, PLAY_OR_BOT, refuse_guest
from services.problems import bad_field
from services.queries.tables import require_visible, visible_table
from services.tables import branching, table_changes
from services.tables.hot_tables import Written

EXTEND = "extend"
"""The motion that one vote decides: to give an opponent more time."""


class NewTerms(NamedTuple):
    """What shall be other than before; options that are given replace all options of the table."""

    options: dict[str, Any] | None = None
    title: str | None = None
    clock: Clock | msgspec.UnsetType | None = msgspec.UNSET
    caretaker: str | None = None


class Vote(NamedTuple):
    """Whether somebody agrees to a motion; `seat` is whose time is extended."""

    motion: str
    agree: bool = True
    seat: int | None = None


class WhatIf(NamedTuple):
    """From where to play on, against which bot, on which seat: by default one's own. `code` is of an invitation."""

    origin: GameId
    at: Version
    bot: str
    seat: Seat | None = None
    code: str | None = None


@act(PLAY)
async def open_table(acts: Acts, ask: Ask, game_id: GameId, wish: TableWish) -> Written:
    """Open a table, at which the caller takes chair 0, and let its bots sit down; a full table starts by itself."""
    TITLE.checked(wish.title)
    if wish.caretaker is not None:
        must_be_bot(acts, wish.caretaker, "caretaker")
    if wish.bots:
        must_be_bot(acts, wish.bot)
    if not wish.private or wish.invite:
        refuse_guest(ask.caller)
    terms = await _terms(acts, ask, wish)
    named = acts.change_of(ask, game_id)
    if await acts.is_new(named):
        await acts.quotas.require_table(ask.user)
        if wish.bots:
            await acts.quotas.require_bots(ask.user)
    opened = told(await table_changes.create(acts.tables, named, wish.game.meta.slug, ask.user, terms))
    for number in range(wish.bots):
        await acts.change(ask.step(str(number)), game_id, lambda batch: lobby.add_bot(batch, ask.user, wish.bot))
    return opened


async def _terms(acts: Acts, ask: Ask, wish: TableWish) -> Terms:
    found = [await person_called(acts, "invite", name) for name in wish.invite]
    invited = tuple(dict.fromkeys(guest for guest in found if guest != ask.user))
    told_of = (wish.players, wish.options, wish.title, wish.private)
    return Terms(*told_of, invited=invited, clock=wish.clock, caretaker=wish.caretaker)


@act(PLAY)
async def change_terms(acts: Acts, ask: Ask, game_id: str, terms: NewTerms) -> Written:
    """Agree other terms; the host may."""
    if terms.title is not None:
        TITLE.checked(terms.title)
    if terms.caretaker is not None:
        must_be_bot(acts, terms.caretaker, "caretaker")

    def emit(batch: Batch) -> None:
        if terms.caretaker is None or terms[:3] != NewTerms()[:3]:
            lobby.set_terms(batch, ask.user, *terms[:3])
        if terms.caretaker is not None:
            lobby.choose_caretaker(batch, ask.user, terms.caretaker)

    return await acts.change(ask, game_id, emit)


@act(PLAY)
async def start(acts: Acts, ask: Ask, game_id: str) -> Written:
    """Begin with those who are there; the host may."""
    return await acts.change(ask, game_id, lambda batch: lobby.start(batch, ask.user))


@act(PLAY_OR_BOT)
async def resign(acts: Acts, ask: Ask, game_id: str) -> Written:
    """Give up; a bot plays on for the seat."""
    return await acts.change(ask, game_id, lambda batch: lobby.resign(batch, ask.user))


@act(PLAY_OR_BOT)
async def vote(acts: Acts, ask: Ask, game_id: str, cast: Vote) -> Written:
    """Vote on a motion, or give the player of a seat more time."""
    motion, agree, seat = cast
    if motion != EXTEND:
        return await acts.change(ask, game_id, lambda batch: lobby.vote(batch, ask.user, motion, agree=agree))
    if seat is None:
        raise bad_field("seat", "whose_time")
    return await acts.change(ask, game_id, lambda batch: overtime.extend(batch, ask.user, Seat(seat)))


@act(PLAY)
async def branch(acts: Acts, ask: Ask, new: GameId, what_if: WhatIf) -> Written:
    """Open a what-if game, which goes on from a version of a game."""
    must_be_bot(acts, what_if.bot)
    await require_visible(acts.tables, what_if.origin, ask.user, what_if.code)
    named = acts.change_of(ask, new)
    if await acts.is_new(named):
        await acts.quotas.require_branch(ask.user)
    return told(await branching.branch(acts.tables, named, branching.BranchRequest(ask.user, *what_if)))


@act(PLAY)
async def rematch(acts: Acts, ask: Ask, game_id: str) -> GameId:
    """Find or open the table where the people of a finished game play again."""
    async with visible_table(acts.tables, game_id, ask.user) as newest:
        table = newest.match.table
    opens = table.over and table.rematch is None and table.seat_of(ask.user) is not None
    if opens:
        await acts.quotas.require_table(ask.user)
    if opens and any(chair.user is None for chair in table.chairs):
        await acts.quotas.require_bots(ask.user)
    return await table_changes.rematch(acts.tables, acts.change_of(ask, game_id), ask.user)
