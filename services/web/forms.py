"""Forms: how they are read, and how a post is known to come from a page that we showed to the same person.

Every form carries a token that this server has signed for the session of its reader. A post of a browser counts only
with one, and only from our own origin; a program that shows a bearer token needs none.
"""

import hmac
from secrets import token_hex
from typing import Any
from urllib.parse import parse_qs

from litestar import Request

from services.accounts import Principal
from services.identity.cookies import Connection, SessionCookie, is_safe
from services.problems import BAD_REQUEST, UNSUPPORTED_MEDIA_TYPE, Kind, ProblemError
from services.store.signing_key import SigningKey

FIELD = "token"
WITHOUT_TOKEN = "without_token"  # noqa: S105 - a key for a handler's `opt`, which it explains
"""A key for a handler's `opt`: mail programs post to it of their own accord."""
STALE_FORM = Kind("stale-form", 403)
FORM_TYPE = b"application/x-www-form-urlencoded"
_MOST_FIELDS = 200
_FORM = "form"


class Form:
    """What was sent; a field that is missing is empty."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        self._fields = fields

    def __getitem__(self, name: str) -> str:
        return self._fields.get(name, [""])[-1]

    def given(self, name: str) -> str | None:
        """The value of a field; none if it was not sent."""
        return self[name] if name in self._fields else None

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def fields(self) -> list[str]:
        """Everything that was sent, as one list of texts."""
        return [text for name, values in sorted(self._fields.items()) for text in (name, *values)]

    def all(self, name: str) -> list[str]:
        """Every value of a field that may come several times."""
        return self._fields.get(name, [])

    def number(self, name: str) -> int | None:
        """A whole number, if the field holds one."""
        text = self[name]
        return int(text) if text.isascii() and text.isdecimal() and len(text) <= 16 else None  # noqa: PLR2004 - below 2**53


async def form_of(request: Request[Any, Any, Any]) -> Form:
    """The form that a request brought, read once."""
    if _FORM not in request.state:
        declared = request.headers.get("content-type", "").encode().partition(b";")[0].strip().lower()
        if declared != FORM_TYPE:
            raise ProblemError(UNSUPPORTED_MEDIA_TYPE)
        try:
            text = (await request.body()).decode()
            fields = parse_qs(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
        except ValueError:  # too many fields, or no text
            raise ProblemError(BAD_REQUEST) from None
        request.state[_FORM] = Form({name: [_clean(value) for value in values] for name, values in fields.items()})
    found: Form = request.state[_FORM]
    return found


def _clean(value: str) -> str:
    """Line ends as everywhere else; browsers send those of 1982."""
    return value.replace("\r\n", "\n")


class FormTokens:
    """Signs the tokens of forms, and knows them again. Each is written differently, so that none can be guessed."""

    def __init__(self, signing_key: SigningKey, cookie: SessionCookie) -> None:
        self._signing_key = signing_key
        self._cookie = cookie

    async def make(self, connection: Connection) -> str:
        salt = token_hex(8)
        return f"{salt}-{await self._signature(connection, salt)}"

    async def require(self, request: Request[Any, Any, Any]) -> None:
        """Refuse a post that comes from elsewhere, or from a page that was shown to another session."""
        if is_safe(request) or request.scope["auth"] == "bearer":
            return
        if not request.route_handler.opt.get(WITHOUT_TOKEN):
            salt, _, signature = (await form_of(request))[FIELD].partition("-")
            expected = await self._signature(request, salt)
            if not self._cookie.comes_from_us(request) or not hmac.compare_digest(
                signature.encode(), expected.encode()
            ):
                raise ProblemError(STALE_FORM)

    async def _signature(self, connection: Connection, salt: str) -> str:
        user = connection.scope.get("user")
        session = user.credential_id if isinstance(user, Principal) else ""
        return hmac.digest(await self._signing_key.get(), f"form {salt} {session}".encode(), "sha256").hex()
