"""The life of a table: what people may do around the game itself. Each function guards, then emits into its batch."""

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.clock import DAY, Clock, Millis, check
from domain.kernel.errors import MALFORMED, BadOptions, NotAllowed, NotYourSeat
from domain.kernel.game import AnyGame, Rank, Result
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.match import Batch, Match
from domain.kernel.rng import commitment
from domain.kernel.table import ABANDON, HOST, PAUSE, RESUME, Table

FIRST_CHAIR = Seat(0)
MOST_INVITED = 50


class Terms(NamedTuple):
    """What a host asks for when opening a table."""

    players: int
    options: Mapping[str, Any]
    title: str = ""
    private: bool = False
    invited: tuple[UserId, ...] = ()
    rematch_of: GameId | None = None
    clock: Clock | None = None
    caretaker: str | None = None


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
    if terms.caretaker is not None:
        batch.emit(life.CaretakerChosen(bot=terms.caretaker))
    return batch


def checked_options(game: AnyGame, options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The options with their defaults filled in, or `BadOptions`."""
    if players not in game.meta.players:
        raise BadOptions("players", allowed=game.meta.players, players=players)
    try:
        value = msgspec.convert(options, game.options_type)
    except msgspec.ValidationError as error:
        raise BadOptions(MALFORMED, message=str(error)) from error
    try:
        game.check_options(value, players)
    except BadOptions as error:
        error.game = game.meta.slug
        raise
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


def choose_caretaker(batch: Batch, user: UserId, bot: str) -> None:
    """The host chooses the bot that plays for whoever resigns or runs out of time."""
    _as_host(batch, user)
    batch.emit(life.CaretakerChosen(bot=bot))


def invite(batch: Batch, user: UserId, digest: str, expires_at: Millis | None = None) -> None:
    """The host makes an invitation link, in the lobby or where a seat opened."""
    _must_be_host(_with_free_chair(batch), user)
    batch.emit(life.InvitationIssued(digest=digest, expires_at=expires_at))


def withdraw_invitation(batch: Batch, user: UserId, digest: str) -> None:
    """The host takes an invitation link back."""
    _must_be_host(batch.match.table, user)
    if digest not in batch.match.table.invitations:
        raise NotAllowed("no_such_invitation")
    batch.emit(life.InvitationWithdrawn(digest=digest))


def invite_person(batch: Batch, user: UserId, guest: UserId) -> None:
    """The host invites somebody by name, in the lobby or where a seat opened."""
    table = _with_free_chair(batch)
    _must_be_host(table, user)
    if table.seat_of(guest) is not None:
        raise NotAllowed("sits_here")
    if guest in table.invited:
        raise NotAllowed("invited_before")
    if len(table.invited) >= MOST_INVITED:
        raise NotAllowed("too_many_invited", most=MOST_INVITED)
    batch.emit(life.PersonInvited(user=guest))


def may_enter(table: Table, user: UserId | None) -> bool:
    """Whether someone may see this table and sit down at it without an invitation code."""
    return not table.private or (user is not None and (table.seat_of(user) is not None or user in table.invited))


def admits(table: Table, code: str | None, at: Millis | None) -> bool:
    """Whether an invitation code is good at a moment (`None`: at any)."""
    digest = "" if code is None else invitation_digest(code)
    return digest in table.invitations and _is_good(table.invitations[digest], at)


def admits_somebody(table: Table, at: Millis) -> bool:
    """Whether any invitation code is good at a moment."""
    return any(_is_good(expires_at, at) for expires_at in table.invitations.values())


def _is_good(expires_at: Millis | None, at: Millis | None) -> bool:
    return expires_at is None or (at is not None and at < expires_at)


def invitation_digest(code: str) -> str:
    """What is recorded of an invitation's code."""
    return hashlib.sha256(b"acta/invitation\x00" + code.encode()).hexdigest()


def join(batch: Batch, user: UserId, nonce: str | None, code: str | None = None, at: Millis | None = None) -> Seat:
    """Take the next free chair, if the table is open to that person at that moment; a full table starts."""
    if not may_enter(batch.match.table, user):
        if not admits(batch.match.table, code, at):
            raise NotAllowed("invitation_needed")
        batch.at = at
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
        name_heir(batch)


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


def close_quiet(batch: Batch, days: int, quiet: Millis) -> None:
    """The server closes a table that has not begun, and at which nothing has happened for so many days."""
    _in_lobby(batch)
    if days < 1 or quiet < days * DAY:
        raise NotAllowed("not_quiet")
    _abandon(batch, days)


def resign(batch: Batch, user: UserId, bot: str | None = None, *, passes_on_host: bool = True) -> None:
    """Give up. A bot plays on for the seat; a lone survivor wins at once; those who remain may have agreed to stop.

    A host's duties go to somebody who plays on; logs of earlier releases leave them with a host who resigned.
    """
    table = batch.match.table
    seat = _seat(table, user)
    if table.phase != "active" or table.chairs[seat].resigned:
        raise NotAllowed("not_playing")
    batch.emit(life.SeatResigned(seat=seat, bot=bot or table.caretaker))
    if finish_if_alone(batch):
        return
    if passes_on_host and user == table.host:
        name_heir(batch)
    carry_agreed(batch)


def close_seat(batch: Batch, user: UserId, seat: Seat, bot: str | None = None) -> None:
    """The host closes a seat that opened in the middle of the game, as if its player had resigned."""
    table = batch.match.table
    _must_be_host(table, user)
    if table.phase != "active" or seat >= len(table.chairs) or table.chairs[seat].taken:
        raise NotAllowed("seat_not_open", seat=seat)
    batch.emit(life.SeatClosed(seat=seat, bot=bot or table.caretaker))
    finish_if_alone(batch)


def vote(batch: Batch, user: UserId, motion: str, *, agree: bool) -> None:
    """Vote on a motion.

    To abandon the game, or to pause its clocks, takes every person who still plays. To let the clocks run again takes
    half of them: nobody who has left can hold the others up. More than half of the others can make whoever asked first
    the host.
    """
    table = batch.match.table
    seat = _seat(table, user)
    if table.phase != "active" or table.chairs[seat].resigned:
        raise NotAllowed("not_playing")
    if motion not in {ABANDON, PAUSE, RESUME, HOST}:
        raise NotAllowed("unknown_motion", motion=motion)
    if motion == PAUSE and (table.clock is None or table.clocks.paused):
        raise NotAllowed("cannot_pause")
    if motion == RESUME and not table.clocks.paused:
        raise NotAllowed("cannot_resume")
    if motion == HOST and table.host == user:
        raise NotAllowed("is_host")
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
    else:
        _name_wanted_host(batch)


def _name_wanted_host(batch: Batch) -> None:
    table = batch.match.table
    others = [seat for seat in table.humans() if table.chairs[seat].user != table.host]
    for_it = [seat for seat in table.votes.get(HOST, []) if seat in others]
    if 2 * len(for_it) > len(others):
        batch.emit(life.HostNamed(user=table.chairs[for_it[0]].user or table.host))


def name_heir(batch: Batch) -> None:
    """Pass a host's duties on to somebody who still plays, if anybody does."""
    table = batch.match.table
    heir = table.chairs[table.humans()[0]].user if table.humans() else None
    if heir is not None:
        batch.emit(life.HostNamed(user=heir))


def finish_if_alone(batch: Batch) -> bool:
    """End the game if one seat is left that nobody gave up, or no person plays any more."""
    table = batch.match.table
    remaining = [Seat(number) for number, chair in enumerate(table.chairs) if not chair.resigned]
    if len(remaining) > 1 and table.humans():
        return False
    _finish_by_resignation(batch, remaining)
    return True


def _abandon(batch: Batch, quiet_days: int = 0) -> None:
    batch.emit(life.GameAbandoned(quiet_days=quiet_days), life.SecretRevealed(secret=batch.match.secret.hex()))


def _finish_by_resignation(batch: Batch, remaining: list[Seat]) -> None:
    scores = batch.match.scores()
    order = sorted(range(len(scores)), key=lambda seat: (seat not in remaining, -scores[seat], seat))
    ranking = tuple(
        Rank(seat=Seat(seat), place=1 if seat in remaining else len(remaining) + 1, score=scores[seat])
        for seat in order
    )
    result = Result(ranking=ranking, winners=tuple(remaining), tie_break="resignation")
    batch.emit(life.GameFinished(result=result), life.SecretRevealed(secret=batch.match.secret.hex()))
