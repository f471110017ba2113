"""Accounts over HTTP: sign-up, log-in, tokens, lost passwords, invitations.

An app takes `ACCOUNT_ROUTES` and the dependency `account_deps`; authentication and the words of refusals come from
`services.identity`.
"""

from services.api.accounts.confirmations import ask_for_confirmation, confirm_email
from services.api.accounts.invitations import invite, list_invitations, withdraw_invitation
from services.api.accounts.me import (
    change_email,
    change_name,
    change_password,
    end_token,
    list_tokens,
    make_token,
    who_am_i,
)
from services.api.accounts.sessions import ask_for_reset, log_in, log_out, reset_password, sign_up
from services.identity.account_deps import AccountDeps, SendMail, confirmation_link, reset_link, sign_up_link

ACCOUNT_ROUTES = (
    sign_up,
    log_in,
    log_out,
    ask_for_reset,
    reset_password,
    who_am_i,
    change_password,
    change_email,
    change_name,
    ask_for_confirmation,
    confirm_email,
    list_tokens,
    make_token,
    end_token,
    invite,
    list_invitations,
    withdraw_invitation,
)

__all__ = ["ACCOUNT_ROUTES", "AccountDeps", "SendMail", "confirmation_link", "reset_link", "sign_up_link"]
