"""Refusals in Discord's own shape: D topics/opcodes-and-status-codes#json, D reference#error-messages.

D is discord/discord-api-docs below `developers/`; a number after a hash is an issue there.
"""

from typing import Any

from services.outbound.discord.check import DiscordRefuses

MESSAGES = {
    10003: (404, "Unknown Channel"),
    10008: (404, "Unknown Message"),
    10015: (404, "Unknown Webhook"),  # also of an interaction whose first answer has not arrived: #7220, #6851
    10062: (404, "Unknown interaction"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged"),
    40333: (403, "internal network error"),
    50001: (403, "Missing Access"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),  # of an interaction: 15 minutes old
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
}


class ApiError(Exception):
    """An answer that is no success."""

    def __init__(self, code: int, *, errors: object = None, status: int | None = None) -> None:
        super().__init__(code)
        known, message = MESSAGES.get(code, (400, "General error"))
        self.status = status or known
        self.body: dict[str, Any] = {"code": code, "message": message}
        if errors is not None:
            self.body["errors"] = errors


class Unauthorized(ApiError):
    """The bot's token is missing or wrong."""

    def __init__(self) -> None:
        super().__init__(0, status=401)
        self.body = {"message": "401: Unauthorized", "code": 0}


def invalid_form(fault: DiscordRefuses, below: str = "") -> ApiError:
    """The refusal of a body, with the place of what is wrong."""
    place = f"{below}.{fault.place}" if below else fault.place
    errors: dict[str, Any] = {"_errors": [{"code": fault.code, "message": str(fault)}]}
    for step in reversed(place.split(".")):
        errors = {step: errors}
    if fault.code == "INTERNAL":
        return ApiError(0, status=500)
    return ApiError(50035, errors=errors)
