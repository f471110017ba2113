"""What Discord means by an answer that is no success."""

from collections.abc import Mapping

import msgspec

from services.outbound.call_failures import (
    CallFailed,
    CallOutcomeUnknown,
    Forbidden,
    Gone,
    Obstructed,
    PlaceGone,
    RateLimited,
    Rejected,
    Revoked,
)
from services.outbound.patience import patience

EARLY = 10015
"""Discord does not know the interaction of a token yet, or no longer."""
_UNKNOWN_CHANNEL = 10003
"""The only code that says of a channel that it is gone: D topics/opcodes-and-status-codes."""
_UNAUTHORIZED, _FORBIDDEN, _NOT_FOUND, _TOO_MANY, _FIRST_OWN_FAULT = 401, 403, 404, 429, 500
_MEANINGS: dict[int, type[CallFailed]] = {_UNAUTHORIZED: Revoked, _FORBIDDEN: Forbidden, _NOT_FOUND: Gone}
"""What they mean if Discord says them, which always says why in JSON; proxies answer them too."""


class _Said(msgspec.Struct, frozen=True):
    code: int = 0
    message: str = ""
    retry_after: float | None = None
    is_global: bool = msgspec.field(default=False, name="global")


_SILENT = _Said()


def failure(status: int, headers: Mapping[str, str], body: bytes) -> CallFailed:
    """What an answer that is no success means."""
    said = _read(body)
    reason = f"{status} {said.code} {said.message}".rstrip()
    if status == _TOO_MANY:
        return RateLimited(reason, _waiting_time(headers, said), said.code, everything=_of_everything(headers, said))
    if status in _MEANINGS and (said is _SILENT or (status == _NOT_FOUND and not said.code)):
        return Obstructed(f"{status} of a proxy")
    if said.code == _UNKNOWN_CHANNEL:
        return PlaceGone(reason, said.code)
    if status >= _FIRST_OWN_FAULT:
        return CallOutcomeUnknown(reason, said.code)
    return _MEANINGS.get(status, Rejected)(reason, said.code)


def _waiting_time(headers: Mapping[str, str], said: _Said) -> float:
    """For how many seconds Discord wants no more of this; a minute and more if it does not say."""
    told = patience(headers.get("Retry-After", ""))
    told = said.retry_after if told is None else told
    return UNTOLD_SECONDS if told is None else told


def _of_everything(headers: Mapping[str, str], said: _Said) -> bool:
    """Whether it concerns all calls: those of the bot together, or our address, to which Discord’s wall says no JSON.

    D topics/rate-limits#global-rate-limit, #invalid-request-limit-aka-cloudflare-bans.
    """
    return said is _SILENT or said.is_global or headers.get("X-RateLimit-Global") == "true"


UNTOLD_SECONDS = 90.0
"""What stands between us and Discord may refuse without saying for how long; it is not asked again soon."""


def _read(body: bytes) -> _Said:
    try:
        return msgspec.json.decode(body, type=_Said)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _SILENT
