"""Texts that must never be printed, logged or shown in an error."""

from urllib.parse import urlsplit

STARS = "********"


class Secret:
    """A text that shows itself only when asked outright."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def hint(self) -> str:
        """What may be printed: of an address the part without credentials, of anything else nothing."""
        try:
            parts = urlsplit(self._text)
            host, port = parts.hostname, parts.port
        except ValueError:
            return STARS
        if parts.scheme == "unix" and not host:
            return f"unix://{parts.path}"
        if not host:
            return STARS
        credentials = f"{STARS}@" if "@" in parts.netloc else ""
        return f"{parts.scheme}://{credentials}{host}{f':{port}' if port else ''}{parts.path}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other.reveal() == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return STARS
