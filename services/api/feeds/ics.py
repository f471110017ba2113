"""The inbox as a calendar (RFC 5545): one event for each deadline. Games without one have no place in a calendar."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from services.queries.waiting import WaitingGame, WaitingGames

MEDIA_TYPE = "text/calendar"  # Litestar names the charset of a text by itself
LONGEST_LINE = 75
"""Octets, without the line's end."""
_REFRESH = "PT15M"
_NO_EVENTS = (  # a calendar must have a component, and this one means nothing
    *("BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000"),
    *("TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE"),
)


def calendar(inbox: WaitingGames) -> bytes:
    """The whole calendar."""
    return b"".join(folded(line) + b"\r\n" for line in _lines(inbox))


def _lines(inbox: WaitingGames) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Acta//Inbox//EN", "METHOD:PUBLISH")
    yield from (f"NAME:{escaped(inbox.title)}", f"X-WR-CALNAME:{escaped(inbox.title)}")
    yield from (f"REFRESH-INTERVAL;VALUE=DURATION:{_REFRESH}", f"X-PUBLISHED-TTL:{_REFRESH}")
    events = [line for item in inbox.items if item.deadline is not None for line in _event(item, item.deadline)]
    yield from events or _NO_EVENTS
    yield "END:VCALENDAR"


def _event(item: WaitingGame, deadline: str) -> Iterator[str]:
    yield from ("BEGIN:VEVENT", f"UID:{item.id}", f"DTSTAMP:{_utc(item.updated)}", f"DTSTART:{_utc(deadline)}")
    yield from (f"SUMMARY:{escaped(item.title)}", f"DESCRIPTION:{escaped(item.text)}", f"URL:{item.link}")
    yield from ("TRANSP:TRANSPARENT", "END:VEVENT")


def _utc(moment: str) -> str:
    return datetime.fromisoformat(moment).astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """A text as the value of a property; control characters cannot stand in one."""
    marked = re.sub(r"([\\;,])", r"\\\1", text).replace("\n", r"\n")
    return re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", marked)


def folded(line: str) -> bytes:
    """A line in pieces of at most 75 octets, never cut within a character."""
    pieces, piece = [], b""
    for character in line:
        octets = character.encode()
        if len(piece) + len(octets) > LONGEST_LINE:
            pieces.append(piece)
            piece = b" "
        piece += octets
    return b"\r\n".join([*pieces, piece])
