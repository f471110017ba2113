"""What can be wrong with an account call. Data, not sentences: words are made at the edge.

Never a place for secrets: an error may end up in a log.
"""

from typing import Literal

from domain.kernel.errors import ActaError


class BadField(ActaError):
    """A value that is well typed and still not allowed: `field` names it, `rule` is a key of the words of fields."""

    def __init__(self, field: str, rule: str, **args: int) -> None:
        super().__init__(f"{field}: {rule}")
        self.field = field
        self.rule = rule
        self.args_ = args


class NameTaken(ActaError):
    """Another account has this name, or one that looks the same."""


class WrongCredentials(ActaError):
    """No account has this name and password. Which of the two is wrong is not said."""


class Banned(ActaError):
    """An admin has banned this account: nothing can act for it."""


class SignUpClosed(ActaError):
    """This server takes no new accounts."""


class InvitationNeeded(ActaError):
    """This server takes new accounts by invitation, and none that is still good came along."""

    def __init__(self, came: Literal["none", "bad", "used"]) -> None:
        """Say what came instead: none at all, one that is wrong or too old, or one that was used."""
        super().__init__(came)
        self.came = came


class TooManyCredentials(ActaError):
    """The account already holds as many personal tokens as one may have."""

    def __init__(self, limit: int) -> None:
        super().__init__(str(limit))
        self.limit = limit


class Busy(ActaError):
    """More passwords wait to be hashed than this process takes on at once."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(str(retry_after))
        self.retry_after = retry_after
