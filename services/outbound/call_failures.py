"""What may come of a call of a platform's API, other than what was asked for."""

from services.outbound.not_sent import NotSent, RefusedForGood, Unusable

IDLE_SECONDS = 4.0
"""For how long a connection is kept for another call. A platform that closes it first leaves an outcome unknown."""
DRAIN_SECONDS = 10.0
"""For how long a process that ends lets answers come to their end; a platform waits for three seconds of it."""
_LONGEST_REASON = 200


class CallFailed(NotSent):
    """The platform did not do what was asked."""

    def __init__(self, reason: str, code: int | str = 0) -> None:
        super().__init__(reason[:_LONGEST_REASON])
        self.code = code
        """The platform's own number or name of the reason; 0 if it gave none."""


class Gone(CallFailed, RefusedForGood):
    """The channel, message, modal or request is not there (any more)."""


class PlaceGone(Gone):
    """The channel itself is not there any more."""


class Obstructed(CallFailed, Unusable):
    """What stands between us and the platform refused, and the platform knows nothing of it."""


class Forbidden(CallFailed, RefusedForGood):
    """The app may not do that there."""


class Revoked(Forbidden):
    """The platform does not know the app (any more): it was removed, or its token is another one."""


class Rejected(CallFailed, RefusedForGood):
    """The platform takes nothing like that."""


class RateLimited(CallFailed):
    """The platform wants to be left alone for some seconds."""

    def __init__(self, reason: str, seconds: float, code: int | str = 0, *, everything: bool = False) -> None:
        super().__init__(reason, code)
        self.seconds = seconds
        self.everything = everything
        """With all calls, and not with such calls alone."""


class CallOutcomeUnknown(CallFailed, Unusable):
    """The platform did not answer, or has a fault of its own: nobody knows whether it was done."""


class PictureOutcomeUnknown(CallOutcomeUnknown):
    """Nobody knows whether an uploaded picture is seen already; the platform knows it by an id."""

    def __init__(self, failure: CallOutcomeUnknown, picture: str) -> None:
        super().__init__(failure.reason, failure.code)
        self.picture = picture
