"""The life of a table: what people may do around the game itself. Each function guards, then emits into its batch."""

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.clock import Clock, check
from domain.kernel.errors import BadOptions, NotAllowed, NotYourSeat
from domain.kernel.game import AnyGame, Rank, Result
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.match import Batch, Match
from domain.kernel.rng import commitment
from domain.kernel.table import ABANDON, CARETAKER, PAUSE, RESUME, Table

FIRST_CHAIR = Seat(0)


class Terms(NamedTuple):
    """What a host asks for when opening a table."""

    players: int
    options: Mapping[str, Any]
    title: str = ""
    private: bool = False
    invited: tuple[UserId, ...] = ()
    rematch_of: GameId | None = None
    clock: Clock | None = None


def create(game: AnyGame, secret: bytes, host: UserId, terms: Terms, seat: Seat = FIRST_CHAIR) -> Batch:
    """Open a table; the host takes chair 0, unless another was agreed."""
    options = checked_options(game, terms.options, terms.players)
    if terms.clock is not None:
        check(terms.clock)
    batch = Batch(Match(game, secret), host)
    batch.emit(
        life.GameCreated(
            game=game.meta.slug,
            rules_version=game.meta.rules_version,
            data_hash=game.meta.data_hash,
            players=terms.players,
            options=options,
            title=terms.title,
            private=terms.private,
            host=host,
            invited=terms.invited,
            commitment=commitment(secret),
            rematch_of=terms.rematch_of,
        ),
        life.SeatTaken(seat=seat, user=host),
    )
    if terms.clock is not None:
        batch.emit(life.ClockSet(clock=terms.clock))
    return batch


def checked_options(game: AnyGame, options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The options with their defaults filled in, or `BadOptions`."""
    if players not in game.meta.players:
        allowed = ", ".join(str(count) for count in game.meta.players)
        message = f"{game.meta.name} is for {allowed} players, not {players}"
        raise BadOptions(message)
    try:
        value = msgspec.convert(options, game.options_type)
    except msgspec.ValidationError as error:
        raise BadOptions(str(error)) from error
    game.check_options(value, players)
    filled: dict[str, Any] = msgspec.to_builtins(value)
    return filled


def set_terms(
    batch: Batch,
    user: UserId,
    options: Mapping[str, Any] | None,
    title: str | None,
    clock: Clock | msgspec.UnsetType | None = msgspec.UNSET,
) -> None:
    """The host changes options, title or clock in the lobby; a clock of `None` lets people take their time."""
    table = _as_host(batch, user)
    wanted = table.options if options is None else checked_options(batch.match.game, options, len(table.chairs))
    if isinstance(clock, Clock):
        check(clock)
    if clock is msgspec.UNSET or options is not None or title is not None:
        batch.emit(life.TermsSet(options=wanted, title=table.title if title is None else title))
    if clock is not msgspec.UNSET:
        batch.emit(life.ClockSet(clock=clock))


def invite(batch: Batch, user: UserId, digest: str) -> None:
    """The host makes an invitation link."""
    _as_host(batch, user)
    batch.emit(life.InvitationIssued(digest=digest))


def may_enter(table: Table, user: UserId | None, code: str | None) -> bool:
    """Whether someone may see this table and sit down at it."""
    if not table.private or (user is not None and (table.seat_of(user) is not None or user in table.invited)):
        return True
    return code is not None and invitation_digest(code) in table.invitations


def invitation_digest(code: str) -> str:
    """What is recorded of an invitation's code."""
    return hashlib.sha256(b"acta/invitation\x00" + code.encode()).hexdigest()


def join(batch: Batch, user: UserId, nonce: str | None, code: str | None = None) -> Seat:
    """Take the next free chair, if the table is open to that person; a full table starts."""
    if not may_enter(batch.match.table, user, code):
        raise NotAllowed("invitation_needed")
    return sit_down(batch, user, nonce)


def sit_down(batch: Batch, user: UserId, nonce: str | None) -> Seat:
    """Take the next free chair, however the person came in: the code of an invitation is in no log."""
    table = _with_free_chair(batch) if nonce is None else _in_lobby(batch)
    if table.seat_of(user) is not None:
        raise NotAllowed("already_seated")
    seat = _next_chair(table)
    batch.emit(life.SeatTaken(seat=seat, user=user))
    if nonce is not None:
        batch.emit(life.NonceGiven(seat=seat, nonce=nonce))
    _start_if_full(batch)
    return seat


def add_bot(batch: Batch, user: UserId, bot: str) -> Seat:
    """The host gives the next free chair to a bot; a full table starts."""
    table = _with_free_chair(batch)
    _must_be_host(table, user)
    seat = _next_chair(table)
    batch.emit(life.SeatTaken(seat=seat, bot=bot))
    _start_if_full(batch)
    return seat


def leave(batch: Batch, user: UserId, seat: Seat) -> None:
    """Leave a chair in the lobby, or (host) free someone else's; a table without people is abandoned."""
    table = _in_lobby(batch)
    if seat >= len(table.chairs) or not table.chairs[seat].taken:
        raise NotAllowed("chair_free", seat=seat)
    if table.chairs[seat].user != user and table.host != user:
        raise NotYourSeat
    was_host = table.chairs[seat].user == table.host
    batch.emit(life.SeatLeft(seat=seat))
    if not table.humans():
        _abandon(batch)
    elif was_host:
        heir = table.chairs[table.humans()[0]].user
        batch.emit(life.HostNamed(user=heir or table.host))


def give_nonce(batch: Batch, user: UserId, nonce: str) -> None:
    """A seated player adds a nonce, once, before the start."""
    table = _in_lobby(batch)
    seat = _seat(table, user)
    if table.chairs[seat].nonce is not None:
        raise NotAllowed("nonce_given")
    batch.emit(life.NonceGiven(seat=seat, nonce=nonce))


def start(batch: Batch, user: UserId) -> None:
    """The host starts with the people who are here."""
    table = _as_host(batch, user)
    taken = sum(chair.taken for chair in table.chairs)
    if not all(chair.taken for chair in table.chairs[:taken]):
        raise NotAllowed("gap_between_chairs")
    if taken not in batch.match.game.meta.players:
        raise NotAllowed("too_few_players", taken=taken)
    checked_options(batch.match.game, table.options, taken)
    batch.start()


def resign(batch: Batch, user: UserId, bot: str = CARETAKER) -> None:
    """Give up. A bot plays on for the seat; a lone survivor wins at once; those who remain may have agreed to stop."""
    table = batch.match.table
    seat = _seat(table, user)
    if table.phase != "active" or table.chairs[seat].resigned:
        raise NotAllowed("not_playing")
    batch.emit(life.SeatResigned(seat=seat, bot=bot))
    remaining = [Seat(n) for n, chair in enumerate(table.chairs) if not chair.resigned]
    if len(remaining) == 1 or not table.humans():
        _finish_by_resignation(batch, remaining)
    else:
        carry_agreed(batch)


def vote(batch: Batch, user: UserId, motion: str, *, agree: bool) -> None:
    """Vote on a motion.

    To abandon the game, or to pause its clocks, takes every person who still plays. To let the clocks run again takes
    half of them: nobody who has left can hold the others up.
    """
    table = batch.match.table
    seat = _seat(table, user)
    if table.phase != "active" or table.chairs[seat].resigned:
        raise NotAllowed("not_playing")
    if motion not in {ABANDON, PAUSE, RESUME}:
        raise NotAllowed("unknown_motion", motion=motion)
    if motion == PAUSE and (table.clock is None or table.clocks.paused):
        raise NotAllowed("cannot_pause")
    if motion == RESUME and not table.clocks.paused:
        raise NotAllowed("cannot_resume")
    batch.emit(life.VoteCast(seat=seat, motion=motion, agree=agree))
    carry_agreed(batch)


def offer_rematch(batch: Batch, user: UserId, game: GameId) -> None:
    """Note at a table that is over where the same people may play again."""
    _seat(batch.match.table, user)
    if not batch.match.table.over:
        raise NotAllowed("not_over")
    batch.emit(life.RematchOffered(game=game))


def _in_lobby(batch: Batch) -> Table:
    table = batch.match.table
    if table.phase != "lobby":
        raise NotAllowed("not_in_lobby")
    return table


def _with_free_chair(batch: Batch) -> Table:
    """The table, if one may sit down at it: in the lobby, or where a seat opened in the middle of the game."""
    table = batch.match.table
    return table if table.phase == "active" and table.free_seat() is not None else _in_lobby(batch)


def _as_host(batch: Batch, user: UserId) -> Table:
    table = _in_lobby(batch)
    _must_be_host(table, user)
    return table


def _must_be_host(table: Table, user: UserId) -> None:
    if table.host != user:
        raise NotYourSeat


def _seat(table: Table, user: UserId) -> Seat:
    seat = table.seat_of(user)
    if seat is None:
        raise NotYourSeat
    return seat


def _next_chair(table: Table) -> Seat:
    seat = table.free_seat()
    if seat is None:
        raise NotAllowed("table_full")
    return seat


def _start_if_full(batch: Batch) -> None:
    if batch.match.table.phase == "lobby" and batch.match.table.free_seat() is None:
        batch.start()


def carry_agreed(batch: Batch) -> None:
    """Do what enough of the people who still play have voted for."""
    table = batch.match.table
    people = set(table.humans())
    for_it = {motion: people & set(table.votes.get(motion, [])) for motion in (ABANDON, PAUSE, RESUME)}
    if people <= for_it[ABANDON]:
        _abandon(batch)
    elif people <= for_it[PAUSE]:
        batch.emit(life.ClocksPaused())
    elif for_it[RESUME] and 2 * len(for_it[RESUME]) >= len(people):
        batch.emit(life.ClocksResumed())


def _abandon(batch: Batch) -> None:
    batch.emit(life.GameAbandoned(), life.SecretRevealed(secret=batch.match.secret.hex()))


def _finish_by_resignation(batch: Batch, remaining: list[Seat]) -> None:
    scores = batch.match.scores()
    order = sorted(range(len(scores)), key=lambda seat: (seat not in remaining, -scores[seat], seat))
    ranking = tuple(
        Rank(seat=Seat(seat), place=1 if seat in remaining else len(remaining) + 1, score=scores[seat])
        for seat in order
    )
    result = Result(ranking=ranking, winners=tuple(remaining), tie_break="resignation")
    batch.emit(life.GameFinished(result=result), life.SecretRevealed(secret=batch.match.secret.hex()))
