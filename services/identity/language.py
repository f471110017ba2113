"""The language of whoever reads an answer: what the address asks for, then the account's, then the browser's.

A page remembers by a cookie what an address asked for, for people without an account.

Whatever none of them names in a language that Acta speaks is said in English.
"""

from collections.abc import Iterator
from functools import lru_cache

from domain.kernel.languages import ENGLISH, LANGUAGES, Language
from services.accounts import Principal
from services.identity.cookies import Connection

ASKED = "lang"
"""The parameter by which an address asks for a language."""
_MOST_WISHES = 20
"""More than any browser sends; the rest of a longer header is not read."""


def language_of(connection: Connection, account_language: str = "") -> str:
    """The language to answer a request in: one of `LANGUAGES`.

    Whoever is known otherwise than by a credential, such as the owner of a feed, hands over the account's language.
    """
    wishes = _wishes(connection, account_language)
    return next((spoken for wish in wishes if (spoken := spoken_as(wish))), ENGLISH)


@lru_cache(maxsize=256)
def spoken_as(tag: str) -> Language | None:
    """The language of ours that a tag such as `de-AT` stands for."""
    language = tag.strip().partition("-")[0].lower()
    return next((spoken for spoken in LANGUAGES if spoken == language), None)


def _wishes(connection: Connection, account_language: str) -> Iterator[str]:
    yield connection.query_params.get(ASKED, "")
    yield account_language
    if isinstance(connection.scope.get("user"), Principal):
        yield connection.user.language
    yield connection.cookies.get(ASKED, "")
    yield from accepted(connection.headers.get("accept-language", ""))


@lru_cache(maxsize=256)
def accepted(header: str) -> tuple[str, ...]:
    """The tags of an Accept-Language header, the most wanted first; those that are refused (`q=0`) are left out."""
    ranges = [_weighed(part) for part in header.split(",", _MOST_WISHES)[:_MOST_WISHES]]
    return tuple(tag for weight, tag in sorted(ranges, key=lambda one: -one[0]) if weight > 0)


def _weighed(part: str) -> tuple[float, str]:
    tag, _, weight = part.partition(";")
    try:
        return float(weight.strip().removeprefix("q=") or 1), tag
    except ValueError:  # a header may hold anything
        return 0, tag
