"""The reader's language: what the address asks for, then the account's, then the browser's, else English."""

import pytest
from litestar.connection import ASGIConnection

from domain.kernel.ids import UserId
from services.accounts import Principal
from services.identity.language import accepted, language_of


def asked(query: str = "", account: str | None = None, header: str = "") -> str:
    """The language of a request, by its address, its caller's account and its header."""
    user = None if account is None else Principal(UserId("u"), "Livia", frozenset(), "session", "c", 0, account)
    scope = {
        "type": "http",
        "query_string": query.encode(),
        "headers": [(b"accept-language", header.encode("latin-1"))] if header else [],
        "user": user,
    }
    return language_of(ASGIConnection(scope))  # type: ignore[arg-type] # the parts of a scope that are read


@pytest.mark.parametrize(
    ("query", "account", "header", "language"),
    [
        ("", None, "", "en"),
        ("lang=de", "fr", "ru", "de"),
        ("lang=de-AT", None, "", "de"),
        ("lang=it", "fr", "ru", "fr"),
        ("lang=", "fr", "ru", "fr"),
        ("", "", "ru", "ru"),
        ("", None, "pt-BR, fr-CH;q=0.8, de;q=0.9", "de"),
        ("", None, "it, es", "en"),
        ("", None, "de;q=0, fr;q=0.1", "fr"),
        ("", None, "DE-de", "de"),
        ("", None, "*", "en"),
        ("", None, ";;q=,,x;q=y, ru;q=0.2;x", "en"),
    ],
)
def test_the_first_wish_that_acta_speaks_counts(query: str, account: str | None, header: str, language: str) -> None:
    assert asked(query, account, header) == language


def test_a_feeds_owner_counts_as_an_account() -> None:
    scope = {"type": "http", "query_string": b"", "headers": [(b"accept-language", b"ru")], "user": None}
    assert language_of(ASGIConnection(scope), "fr") == "fr"  # type: ignore[arg-type] # see above


def test_a_request_that_found_no_route_has_no_user_and_is_answered_all_the_same() -> None:
    scope = {"type": "http", "query_string": b"lang=ru", "headers": []}
    assert language_of(ASGIConnection(scope)) == "ru"  # type: ignore[arg-type] # see above


def test_a_long_header_is_read_only_so_far() -> None:
    assert len(accepted(",".join(["xx"] * 5000))) <= 20
