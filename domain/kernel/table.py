"""The table: what is true of a game whatever is played at it. Folded from the lifecycle events alone."""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.clock import Clock, Millis
from domain.kernel.game import Event, Result
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.timekeeping import Absence, Clocks, next_deadline

ABANDON, PAUSE, RESUME, HOST = "abandon", "pause", "resume", "host"
"""The motions that a table votes on: to stop without a result, to stop its clocks, to let them run again, and to make
whoever asked for it the host."""

CARETAKER = "centurio"
"""The bot that plays on for a player who resigned, and a turn for one whose time ran out, if the table chose none."""

Phase: TypeAlias = Literal["lobby", "active", "finished", "abandoned"]


class Chair(msgspec.Struct):
    """Who sits on a chair. One with a user and a bot belongs to a player who resigned; a closed one has a bot alone."""

    user: UserId | None = None
    bot: str | None = None
    nonce: str | None = None
    resigned: bool = False

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return self.user is not None or self.bot is not None

    @property
    def human(self) -> bool:
        """Whether a person decides for this chair."""
        return self.user is not None and not self.resigned


class Origin(msgspec.Struct, frozen=True):
    """Where a what-if game comes from."""

    game_id: GameId
    version: int


class Table(msgspec.Struct):
    """The life of one game. Only `apply` changes it."""

    game: str = ""
    rules_version: int = 0
    data_hash: str = ""
    options: dict[str, Any] = {}
    title: str = ""
    private: bool = False
    host: UserId = UserId("")
    invited: list[UserId] = []
    invitations: dict[str, Millis | None] = {}
    """The digests of invitation codes that were not withdrawn, each with the moment at which it expires."""
    commitment: str = ""
    secret: str | None = None
    rematch_of: GameId | None = None
    rematch: GameId | None = None
    branch_of: Origin | None = None
    phase: Phase = "lobby"
    caretaker: str = CARETAKER
    chairs: list[Chair] = []
    changed_hands: bool = False
    """Whether a chair was ever played by somebody else than now: else the past had the same names."""
    first_seat: Seat | None = None
    draws: dict[str, int] = {}
    votes: dict[str, list[Seat]] = {}
    result: Result | None = None
    clock: Clock | None = None
    clocks: Clocks = Clocks()

    def seat_of(self, user: UserId | None) -> Seat | None:
        """The seat that a user holds, resigned or not."""
        for number, chair in enumerate(self.chairs):
            if user is not None and chair.user == user:
                return Seat(number)
        return None

    def humans(self) -> list[Seat]:
        """The seats that people decide for."""
        return [Seat(number) for number, chair in enumerate(self.chairs) if chair.human]

    def free_seat(self) -> Seat | None:
        """The next free chair."""
        return next((Seat(number) for number, chair in enumerate(self.chairs) if not chair.taken), None)

    def caretaken(self, seat: Seat) -> bool:
        """Whether a bot plays this turn for a player, who may come back any time."""
        if not self.clocks.running:
            return False
        run = self.clocks.run_of(seat)
        return self.chairs[seat].human and run is not None and run.ran_out == "caretaker"

    def bot_of(self, seat: Seat) -> str | None:
        """The bot that chooses for a seat now; none for a player in time, and for an open seat."""
        chair = self.chairs[seat]
        if not chair.human:
            return chair.bot
        return self.caretaker if self.caretaken(seat) else None

    def due(self) -> Millis | None:
        """When somebody's time runs out next."""
        return next_deadline(self.clock, self.clocks) if self.phase == "active" else None

    @property
    def over(self) -> bool:
        """Whether nothing more can happen at this table."""
        return self.phase in {"finished", "abandoned"}

    def copy(self) -> "Table":
        """A copy that shares nothing with the original."""
        return msgspec.msgpack.decode(msgspec.msgpack.encode(self), type=Table)

    def apply(self, event: Event) -> None:
        """Fold one lifecycle event."""
        _FOLD[type(event)](self, event)


def _game_created(table: Table, event: life.GameCreated) -> None:
    table.game = event.game
    table.rules_version = event.rules_version
    table.data_hash = event.data_hash
    table.options = event.options
    table.title = event.title
    table.private = event.private
    table.host = event.host
    table.invited = list(event.invited)
    table.commitment = event.commitment
    table.rematch_of = event.rematch_of
    table.chairs = [Chair() for _ in range(event.players)]


def _terms_set(table: Table, event: life.TermsSet) -> None:
    table.options = event.options
    table.title = event.title


def _clock_set(table: Table, event: life.ClockSet) -> None:
    table.clock = event.clock


def _invitation_issued(table: Table, event: life.InvitationIssued) -> None:
    table.invitations[event.digest] = event.expires_at


def _invitation_withdrawn(table: Table, event: life.InvitationWithdrawn) -> None:
    table.invitations.pop(event.digest, None)


def _person_invited(table: Table, event: life.PersonInvited) -> None:
    table.invited.append(event.user)


def _caretaker_chosen(table: Table, event: life.CaretakerChosen) -> None:
    table.caretaker = event.bot


def _seat_taken(table: Table, event: life.SeatTaken) -> None:
    nonce = table.chairs[event.seat].nonce  # a new player takes over the seat's part of the randomness
    table.chairs[event.seat] = Chair(user=event.user, bot=event.bot, nonce=nonce)


def _seat_left(table: Table, event: life.SeatLeft) -> None:
    table.chairs[event.seat] = Chair()
    table.changed_hands = True


def _host_named(table: Table, event: life.HostNamed) -> None:
    table.host = event.user
    table.votes.pop(HOST, None)


def _nonce_given(table: Table, event: life.NonceGiven) -> None:
    table.chairs[event.seat].nonce = event.nonce


def _game_started(table: Table, event: life.GameStarted) -> None:
    table.phase = "active"
    del table.chairs[event.players :]
    table.first_seat = event.first_seat


def _game_branched(table: Table, event: life.GameBranched) -> None:
    table.phase = "active"
    table.first_seat = event.first_seat
    table.branch_of = Origin(event.origin, event.version)


def _lots_drawn(table: Table, event: life.LotsDrawn) -> None:
    table.draws[event.purpose] = event.count


def _choices_undone(_table: Table, _event: life.ChoicesUndone) -> None:
    """Nothing of the table itself: the retracted events were left out before folding."""


def _seat_resigned(table: Table, event: life.SeatResigned) -> None:
    chair = table.chairs[event.seat]
    chair.resigned = True
    table.changed_hands = True
    chair.bot = event.bot


def _vote_cast(table: Table, event: life.VoteCast) -> None:
    votes = [seat for seat in table.votes.get(event.motion, []) if seat != event.seat]
    table.votes[event.motion] = [*votes, event.seat] if event.agree else votes


def _game_abandoned(table: Table, _event: life.GameAbandoned) -> None:
    table.phase = "abandoned"


def _game_finished(table: Table, event: life.GameFinished) -> None:
    table.phase = "finished"
    table.result = event.result


def _secret_revealed(table: Table, event: life.SecretRevealed) -> None:
    table.secret = event.secret


def _rematch_offered(table: Table, event: life.RematchOffered) -> None:
    table.rematch = event.game


def _rules_adopted(table: Table, event: life.RulesAdopted) -> None:
    table.rules_version = event.rules_version
    table.data_hash = event.data_hash


def _clocks_turned(table: Table, event: life.ClocksTurned) -> None:
    table.clocks = msgspec.structs.replace(
        table.clocks, running=event.running, resting=event.resting, banks=event.banks
    )


def _clocks_paused(table: Table, _event: life.ClocksPaused) -> None:
    table.clocks = msgspec.structs.replace(table.clocks, paused=True)
    table.votes.pop(PAUSE, None)


def _clocks_resumed(table: Table, _event: life.ClocksResumed) -> None:
    table.clocks = msgspec.structs.replace(table.clocks, paused=False)
    table.votes.pop(RESUME, None)


def _time_granted(table: Table, event: life.TimeGranted) -> None:
    run = table.clocks.run_of(event.seat)
    if run is not None:
        left, allowed = run.left + event.millis, run.allowed + event.millis
        table.clocks = table.clocks.with_run(
            msgspec.structs.replace(run, left=left, allowed=allowed, extensions=run.extensions + 1, ran_out=None)
        )


def _absence_announced(table: Table, event: life.AbsenceAnnounced) -> None:
    others = (absence for absence in table.clocks.absences if absence.seat != event.seat)
    absence = Absence(seat=event.seat, start=event.start, end=event.end, left=event.left)
    table.clocks = msgspec.structs.replace(table.clocks, absences=(*others, absence))


def _time_ran_out(table: Table, event: life.TimeRanOut) -> None:
    run = table.clocks.run_of(event.seat)
    if run is not None:
        table.clocks = table.clocks.with_run(msgspec.structs.replace(run, ran_out=event.then))


def _caretaker_played(_table: Table, _event: life.CaretakerPlayed) -> None:
    """Nothing of the table itself: it only marks who chose."""


def _plan_played(_table: Table, _event: life.PlanPlayed) -> None:
    """Nothing of the table itself: it only says when what follows was chosen."""


def _seat_opened(table: Table, event: life.SeatOpened) -> None:
    chair = table.chairs[event.seat]
    if chair.user is not None:
        table.invited.append(chair.user)  # may go on watching a private table, and come back while the seat is open
    table.chairs[event.seat] = Chair(nonce=chair.nonce)
    table.changed_hands = True
    table.clocks = table.clocks.without(event.seat)
    table.votes = {motion: [seat for seat in seats if seat != event.seat] for motion, seats in table.votes.items()}


def _seat_closed(table: Table, event: life.SeatClosed) -> None:
    table.chairs[event.seat] = Chair(bot=event.bot, nonce=table.chairs[event.seat].nonce, resigned=True)


_FOLD: dict[type[Event], Callable[[Table, Any], None]] = {
    life.GameCreated: _game_created,
    life.TermsSet: _terms_set,
    life.InvitationIssued: _invitation_issued,
    life.InvitationWithdrawn: _invitation_withdrawn,
    life.PersonInvited: _person_invited,
    life.CaretakerChosen: _caretaker_chosen,
    life.SeatTaken: _seat_taken,
    life.SeatLeft: _seat_left,
    life.HostNamed: _host_named,
    life.NonceGiven: _nonce_given,
    life.GameStarted: _game_started,
    life.GameBranched: _game_branched,
    life.LotsDrawn: _lots_drawn,
    life.ChoicesUndone: _choices_undone,
    life.SeatResigned: _seat_resigned,
    life.VoteCast: _vote_cast,
    life.GameAbandoned: _game_abandoned,
    life.GameFinished: _game_finished,
    life.SecretRevealed: _secret_revealed,
    life.RematchOffered: _rematch_offered,
    life.RulesAdopted: _rules_adopted,
    life.ClockSet: _clock_set,
    life.ClocksTurned: _clocks_turned,
    life.ClocksPaused: _clocks_paused,
    life.ClocksResumed: _clocks_resumed,
    life.TimeGranted: _time_granted,
    life.AbsenceAnnounced: _absence_announced,
    life.TimeRanOut: _time_ran_out,
    life.CaretakerPlayed: _caretaker_played,
    life.PlanPlayed: _plan_played,
    life.SeatOpened: _seat_opened,
    life.SeatClosed: _seat_closed,
}
FOLDED = frozenset(_FOLD)
