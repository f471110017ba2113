"""A moment to come back is understood however HTTP lets it be written, whoever names it."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from services.outbound.call_failures import RateLimited
from services.outbound.discord import failures as discord
from services.outbound.patience import MOST_PATIENCE, patience
from services.outbound.slack import failures as slack


@pytest.mark.parametrize(("written", "seconds"), [("120", 120), ("0.25", 0.25), ("0", 0), ("9" * 400, MOST_PATIENCE)])
def test_seconds(written: str, seconds: float) -> None:
    assert patience(written) == seconds


@pytest.mark.parametrize("written", ["", "soon", "-1", "nan", "inf", "1e3", "١٢", "Mon, 99 Jan 2030 00:00:00 GMT"])
def test_what_says_nothing(written: str) -> None:
    assert patience(written) is None


def test_a_date() -> None:
    now = datetime.now(UTC)
    for later, most in ((timedelta(hours=1), 3600), (timedelta(hours=-1), 0), (timedelta(days=400), MOST_PATIENCE)):
        told = patience(format_datetime(now + later, usegmt=True))
        assert told is not None
        assert most - 60 <= told <= most


@pytest.mark.parametrize("platform", [discord, slack])
def test_a_proxy_before_a_platform_may_name_a_date(platform: object) -> None:
    until = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    refusal = (
        discord.failure(429, {"Retry-After": until}, b"<html>")
        if platform is discord
        else slack.failure(429, {"Retry-After": until}, "")
    )
    assert isinstance(refusal, RateLimited)
    assert 3540 <= refusal.seconds <= 3600
