"""What Slack's codes mean for whoever called."""

from collections.abc import Mapping

from services.outbound.call_failures import (
    CallFailed,
    CallOutcomeUnknown,
    Forbidden,
    Gone,
    PlaceGone,
    RateLimited,
    Rejected,
    Revoked,
)
from services.outbound.patience import patience

UNTOLD_SECONDS = 30.0
"""What stands between us and Slack may refuse without saying for how long."""
TOO_MANY, FIRST_OWN_FAULT = 429, 500
HASH_CONFLICT = "hash_conflict"
"""A modal was changed since: what was pressed in it is out of date."""
_LIMITED = {"message_limit_exceeded", "rate_limited", "ratelimited"}
_PLACE_GONE = {"channel_not_found", "is_archived"}
_GONE = {
    "cant_delete_message",
    "cant_update_message",
    "edit_window_closed",
    "exchanged_trigger_id",
    "expired_trigger_id",
    "expired_url",
    "file_deleted",
    "file_not_found",
    HASH_CONFLICT,
    "invalid_trigger_id",
    "message_not_found",
    "not_found",
    "trigger_exchanged",
    "trigger_expired",
    "used_url",
    "user_not_found",
    "user_not_in_channel",
}
_REVOKED = {
    "access_denied",
    "account_inactive",
    "invalid_auth",
    "not_authed",
    "org_login_required",
    "team_access_not_granted",
    "token_expired",
    "token_revoked",
}
_FORBIDDEN = {
    "cannot_dm_bot",
    "channel_is_limited_access",
    "ekm_access_denied",
    "messages_tab_disabled",
    "missing_scope",
    "no_permission",
    "not_allowed_token_type",
    "not_in_channel",
    "user_disabled",
}
_MEANINGS: list[tuple[set[str], type[CallFailed]]] = [
    (_PLACE_GONE, PlaceGone),
    (_GONE, Gone),
    (_REVOKED, Revoked),
    (_FORBIDDEN, Forbidden),
]
_UNKNOWN = {"fatal_error", "internal_error", "request_timeout", "service_unavailable", "team_added_to_org"}


def failure(status: int, headers: Mapping[str, str], code: str) -> CallFailed:
    """What an answer that is no success means."""
    reason = f"{status} {code}".rstrip()
    if status == TOO_MANY or code in _LIMITED:
        told = patience(headers.get("Retry-After", ""))
        return RateLimited(reason, UNTOLD_SECONDS if told is None else told, code)
    for codes, kind in _MEANINGS:
        if code in codes:
            return kind(reason, code)
    if code.startswith("restricted_action"):
        return Forbidden(reason, code)
    if code in _UNKNOWN or status >= FIRST_OWN_FAULT or not code:
        return CallOutcomeUnknown(reason, code)
    return Rejected(reason, code)
