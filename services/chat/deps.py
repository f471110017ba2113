"""What the chat core stands on, built once where the app is assembled."""

from typing import NamedTuple

from services.bootstrap import Services
from services.identity.account_deps import AccountDeps
from services.identity.limits import READ_BURST_SECONDS, CommandLimit
from services.identity.linked_accounts import LinkedAccounts
from services.play.deps import GameDeps


class ChatDeps(NamedTuple):
    """Tables and what is played there, accounts and the chat accounts that speak for them, and limits."""

    services: Services
    games: GameDeps
    linked: LinkedAccounts
    look_backs: CommandLimit
    """How often a chat account may look back into logs."""
    talk: CommandLimit
    """How often one person may speak at tables."""


def chat_deps(services: Services, games: GameDeps, accounts: AccountDeps, talk: CommandLimit) -> ChatDeps:
    """The same tables, limits and accounts as those of API and page."""
    linked = LinkedAccounts(services.chat_links, accounts.accounts, accounts.limits)
    per_second = services.settings.reads_per_second
    look_backs = CommandLimit(per_second, round(per_second * READ_BURST_SECONDS) or 1)
    return ChatDeps(services, games, linked, look_backs, talk)
