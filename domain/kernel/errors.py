"""Typed errors. They carry data, not sentences: words are made at the edge, in the user's language."""

from collections.abc import Sequence

from domain.kernel.ids import Seat

Value = str | int
MALFORMED = "malformed"
"""Why options are bad that msgspec cannot read; the argument `message` holds what it says of them."""


class ActaError(Exception):
    """Root of every error that Acta raises on purpose."""


class IllegalMove(ActaError):
    """A command that the rules refuse.

    `reason` is a key below `illegal.` in the catalogue of the game, or of the kernel; `args` fills its template, and
    `rule` names the place in the rules (a fact sheet's section or a rule book's heading).
    """

    def __init__(self, reason: str, rule: str = "", **args: Value) -> None:
        """Keep the reason as data; the edge turns it into words."""
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.args_ = args
        self.game: str | None = None
        """The slug of the game whose rules refuse; the kernel sets it where a refusal leaves the rules."""


class NotYourTurn(IllegalMove):
    """The seat owes no choice at the moment."""

    def __init__(self, seat: Seat) -> None:
        """Name the seat that wanted to act."""
        super().__init__("not_your_turn", seat=seat)
        self.seat = seat


class BadCommand(ActaError):
    """Something that is no command of this game: an unknown type, a missing field, a wrong value."""

    def __init__(self, index: int, message: str) -> None:
        """Name the command by its place in the batch."""
        super().__init__(message)
        self.index = index


class BatchRefused(ActaError):
    """One command of a batch is illegal; the whole batch is refused."""

    def __init__(self, index: int, cause: IllegalMove) -> None:
        """Name the first illegal command by its place in the batch."""
        super().__init__(f"command {index}: {cause.reason}")
        self.index = index
        self.cause = cause


class BadOptions(ActaError):
    """Table options that this game, or this number of players, does not allow.

    `reason` is a key below `bad_options.` in the catalogue of the game, or of the kernel; `args` fills its template.
    """

    def __init__(self, reason: str, **args: Value | Sequence[Value]) -> None:
        """Keep the reason as data."""
        super().__init__(f"{reason}: {args}")
        self.reason = reason
        self.args_ = args
        self.game: str | None = None
        """The slug of the game that does not allow it; the kernel sets it."""


class NotAllowed(ActaError):
    """The life of the table forbids it now: `reason` is a key of the kernel's catalogue."""

    def __init__(self, reason: str, **args: Value) -> None:
        """Keep the reason as data."""
        super().__init__(reason)
        self.reason = reason
        self.args_ = args


class NotYourSeat(ActaError):
    """The caller holds no seat of this game, or not the one that was named."""


class UndoBarred(ActaError):
    """There is nothing of this seat to take back before the barrier."""

    def __init__(self, reason: str) -> None:
        """Name what bars it: `nothing`, `revealed`, `passed`, or `inside` (of a batch)."""
        super().__init__(reason)
        self.reason = reason


class WouldReveal(ActaError):
    """A preview reached something hidden or random; it stops there instead of looking."""


class NotFound(ActaError):
    """There is no such thing, or the caller may not know of it."""


class NoSuchVersion(NotFound):
    """The log of a game that the caller may know of has no such version."""

    def __init__(self, version: int) -> None:
        """Tell the version."""
        super().__init__(str(version))
        self.version = version


class StaleVersion(ActaError):
    """The log went on since the version that the caller decided on."""

    def __init__(self, expected: int, current: int) -> None:
        """Tell both versions."""
        super().__init__(f"expected {expected}, at {current}")
        self.expected = expected
        self.current = current


class KeyReused(ActaError):
    """An idempotency key came again with another body."""


class StoreUnavailable(ActaError):
    """The store does not answer; nothing was written."""


class StoreMoving(StoreUnavailable):
    """The store is closed while everything goes over to other servers; nothing was written."""


class StoreFull(ActaError):
    """The disk or the memory of the store is nearly full; nothing was written."""


class OutcomeUnknown(ActaError):
    """The store did not answer in time: it may or may not have written. Safe to repeat with the same key."""


class BadReference(ActaError):
    """An operator named something as `module:NAME` that is not there, or is not what it should be."""

    def __init__(self, reference: str, why: str) -> None:
        """Say what was named, and what is wrong with it."""
        super().__init__(f"{reference} cannot be used: {why}.")


class BadRecord(ActaError):
    """A stored or exported line does not verify."""

    def __init__(self, version: int, reason: str, game: str = "") -> None:
        """Name the version (and the game, where no other line tells it) and what is wrong with it."""
        super().__init__(f"game {game}, version {version}: {reason}" if game else f"version {version}: {reason}")
        self.version = version
        self.reason = reason


class NewerRecord(BadRecord):
    """A line is of a kind or a schema that this release does not know: a newer one wrote it, and can read it."""


class MissingLog(BadRecord):
    """A log is not where it was put; nothing is known to be wrong with it, and it can be read once it is back there."""
