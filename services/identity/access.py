"""What a credential must allow before something may be read or done. Each route and each act says one of these."""

from typing import Literal, NamedTuple

from services.accounts import Principal, Scope
from services.problems import FORBIDDEN, UNAUTHENTICATED, ProblemError, told
from services.store.audit import SHELL

ACCESS = "access"
"""A key for a handler's `opt`: the `Access` that is asked for before the body is read. Without it anyone is let in."""


def is_operator(caller: Principal) -> bool:
    """Whether somebody asks who works on the machine itself; no account has such an id."""
    return caller.user_id.startswith(SHELL)


class Access(NamedTuple):
    """The scopes of which a caller shows one; or a log-in by password, which no personal token stands for."""

    scopes: tuple[Scope, ...] = ()
    session: bool = False
    credential: Literal["needed", "welcome", "ignored"] = "needed"
    operator: bool = False
    """Only who works on the machine itself."""

    def admit(self, caller: Principal | None) -> None:
        """Refuse whoever shows no credential where one is needed, or one that does not allow it."""
        if self.credential != "needed":
            return
        if caller is None:
            raise ProblemError(UNAUTHENTICATED)
        self.check(caller)

    def check(self, caller: Principal) -> None:
        """Refuse a caller whose credential does not allow it."""
        if self.operator and not is_operator(caller):
            raise ProblemError(FORBIDDEN)
        if self.session and caller.kind != "session":
            raise ProblemError(FORBIDDEN, told("session_needed"))
        if self.scopes and caller.scopes.isdisjoint(self.scopes):
            raise ProblemError(FORBIDDEN, told("scope_needed", scope=self.scopes[0]))


OPEN = Access(credential="ignored")
"""For people who are not logged in, and for machines: an old token must not stand in their way."""
ANYONE = Access(credential="welcome")
"""Everybody, and more is shown to a caller who is logged in. A credential that is not valid is refused."""
LOGGED_IN = Access()
"""Whoever shows a credential, whatever it allows."""
READ = Access(("read",))
READ_OR_BOT = Access(("read", "bot:play"))
PLAY = Access(("play",))
PLAY_OR_BOT = Access(("play", "bot:play"))
"""What a program needs that plays one game as its seat."""
ADMIN = Access(("admin",))
OPERATOR = Access(operator=True)
"""What no admin may do over the network: make other admins, hand out links that open accounts."""
SESSION = Access(session=True)
"""What a personal token must never do: make tokens, change passwords."""


def refuse_guest(principal: Principal) -> None:
    """A guest plays at private tables with bots, or where an invitation leads, and asks nobody in."""
    if principal.guest:
        raise ProblemError(FORBIDDEN, told("guest"), reason="guest")
