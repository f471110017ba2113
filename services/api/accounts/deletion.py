"""Deleting the own account. The person goes: name, address, settings, notes. The games stay, and their proof."""

from typing import Any

from litestar import Request
from litestar.params import JSONBody

from services.acts import accounts
from services.api.accounts.schemas import Deletion
from services.api.asks import GivenActs, ask_of
from services.api.routes import Routes
from services.problems import WRONG_CREDENTIALS

routes = Routes("accounts")


@routes.post("/api/v1/me/deletion", accounts.delete_account, raises=(WRONG_CREDENTIALS,))
async def delete_account(request: Request[Any, Any, Any], acts: GivenActs, data: JSONBody[Deletion]) -> None:
    """Delete your account.

    For good. Your name, your address, your settings, tokens and notes are deleted; you leave lobbies and resign running
    games. What you played stays, because others played it too; there you are somebody who has left.
    """
    await accounts.delete_account(acts, ask_of(request), data.password)
