"""Why something was not sent, whatever it was to be sent by."""

from domain.kernel.errors import ActaError


class NotSent(ActaError):
    """The receiver did not accept it this time.

    The person it was for is told the `reason`: a key of the words of letters below `reason.`, with a colon before
    what belongs to it, or what the receiver answered.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unusable(NotSent):
    """The channel itself does not work at the moment; nothing else can be sent by it either."""


class RefusedForGood(NotSent):
    """It will never be accepted as it is: trying again by itself is of no use."""
