"""For how long somebody who refuses wants to be left alone, as HTTP says it in `Retry-After`."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

MOST_PATIENCE = 24 * 3600.0
"""Whoever wants more is asked again after a day."""
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")


def patience(written: str) -> float | None:
    """The seconds that a `Retry-After` names, as a number or as a date; none if it says nothing that can be understood.

    RFC 9110, section 10.2.3. Discord names fractions of seconds too.
    """
    if _NUMBER.fullmatch(written):
        return min(float(written), MOST_PATIENCE)
    try:
        until = parsedate_to_datetime(written)
    except ValueError:
        return None
    seconds = (until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    return min(max(0.0, seconds), MOST_PATIENCE)
