"""Refusals in Slack's own shape: the status is 200 and the body says no (S apis/web-api)."""

from typing import Any

from services.outbound.slack.check import SlackRefuses


class ApiError(Exception):
    """An answer that is no success."""

    def __init__(self, code: str, *, status: int = 200, **more: object) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.body: dict[str, Any] = {"ok": False, "error": code} | more
        self.headers: dict[str, str] = {}


def invalid_blocks(fault: SlackRefuses, code: str = "invalid_blocks") -> ApiError:
    """The refusal of blocks, with the place of what is wrong."""
    return ApiError(code, errors=[str(fault)], response_metadata={"messages": [f"[ERROR] {fault}"]})


def limited(seconds: int) -> ApiError:
    """One call too many."""
    refusal = ApiError("ratelimited", status=429)
    refusal.headers["Retry-After"] = str(seconds)
    return refusal
