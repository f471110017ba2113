"""What a button or a menu carries: which table, on which version, and what a press means.

It comes back from a platform and is never trusted: the seat follows from the person who pressed, a choice from the
options of that moment, which must have the same hash. It holds no secret, since anybody may read it.
"""

import hashlib
import re

import msgspec

MOST_BYTES = 100
"""As long as Discord's custom_id."""
_FORM = "a1"
"""The first form; another one is read beside it for as long as old messages have buttons."""
_NO_SEAT = ""
_PATTERN = re.compile(
    r"a1:(?P<action>[a-z]{1,12})"
    r":(?P<game>[A-Za-z0-9_-]{0,32})"
    r":(?P<seat>0|[1-9]\d?|)"
    r":(?P<version>0|[1-9]\d{0,8})"
    r":(?P<draft>[0-9a-f]{0,12})"
    r":(?P<part>[0-9A-Za-z_-]{0,12})"
    r":(?P<page>0|[1-9]\d{0,2})",
    re.ASCII,
)


class UnknownReference(ValueError):
    """Something that we never wrote."""


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """What a press means: the action, and the table as its message has shown it."""

    action: str
    """What to do, a short word of lower-case letters."""
    game: str = ""
    """The table; none for what belongs to no table."""
    seat: int | None = None
    """The seat that the message was made for; none for everybody's."""
    version: int = 0
    draft: str = ""
    """The digest of the draft that the message has shown."""
    part: str = ""
    """What belongs to the action, such as the things pointed at so far, as a short hash or a short word."""
    page: int = 0
    """Which page of a menu is shown."""

    def encoded(self) -> str:
        """The reference as text; `UnknownReference` if it could not be read again."""
        seat = _NO_SEAT if self.seat is None else str(self.seat)
        parts = (_FORM, self.action, self.game, seat, str(self.version), self.draft, self.part, str(self.page))
        text = ":".join(parts)
        if parse(text) != self:
            raise UnknownReference(text)
        return text


def parse(text: str) -> Reference:
    """The reference that a text stands for; `UnknownReference` for anything else."""
    match = _PATTERN.fullmatch(text)
    if match is None:
        raise UnknownReference(text[:MOST_BYTES])
    parts = match.groupdict()
    return Reference(
        action=parts["action"],
        game=parts["game"],
        seat=int(parts["seat"]) if parts["seat"] else None,
        version=int(parts["version"]),
        draft=parts["draft"],
        part=parts["part"],
        page=int(parts["page"]),
    )


def parse_or_strange(text: str) -> Reference:
    """The reference that a text stands for; one to nothing for a button that we never made, or no longer know."""
    try:
        return parse(text)
    except UnknownReference:
        return Reference(action="strange")


class OptionKey(msgspec.Struct, frozen=True):
    """The value of a menu's line: its place in the list, and a short hash of what it stands for."""

    index: int
    digest: str

    def encoded(self) -> str:
        """The key as text."""
        return f"{self.index}.{self.digest}"


_KEY = re.compile(r"(?P<index>0|[1-9]\d{0,3})\.(?P<digest>[0-9a-f]{8})", re.ASCII)


def key_of(index: int, content: bytes) -> OptionKey:
    """The key of what stands at a place of a list."""
    return OptionKey(index, short_hash(content))


def parse_key(text: str) -> OptionKey:
    """The key that a text stands for; `UnknownReference` for anything else."""
    match = _KEY.fullmatch(text)
    if match is None:
        raise UnknownReference(text[:MOST_BYTES])
    return OptionKey(int(match["index"]), match["digest"])


def short_hash(content: bytes) -> str:
    """Tells a few things of one table apart; not a proof of anything."""
    return hashlib.sha256(content).hexdigest()[:8]
