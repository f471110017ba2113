"""Accounts in Redis: people, their passwords, and the secrets that speak for them.

`Accounts` is the way in. Nothing here touches a game, and no password or secret is ever stored or logged as it is.
"""

from services.store.accounts.accounts import Accounts, SignUpPolicy
from services.store.accounts.passwords import Passwords

__all__ = ["Accounts", "Passwords", "SignUpPolicy"]
