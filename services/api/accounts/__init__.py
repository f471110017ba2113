"""Accounts over HTTP: sign-up, log-in, tokens, lost passwords, invitations.

An app takes the routes and the dependencies `acts` and `api`; authentication and the words of refusals come
from `services.identity`.
"""

from services.api.accounts import confirmations, invitations, me, sessions

ACCOUNT_ROUTES = (*sessions.routes, *me.routes, *confirmations.routes, *invitations.routes)

__all__ = ["ACCOUNT_ROUTES"]
