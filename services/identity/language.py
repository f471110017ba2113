"""The language of whoever reads an answer."""

from services.identity.cookies import Connection


def language_of(_connection: Connection) -> str:
    """The language to answer a request in."""
    return "en"
