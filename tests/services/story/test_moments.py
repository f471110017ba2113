"""Moments as each language writes them, by the wall clock of a time zone."""

import re

import pytest

from domain.kernel.clock import moment
from services.story.moments import decimal_in_words, moment_in_short, moment_in_words

AT = moment("2026-03-27T13:25:00Z")


@pytest.mark.parametrize(
    ("language", "full", "short"),
    [
        ("en", "27 March 2026, 14:25 (Rome)", "27 March, 13:25 UTC"),
        ("de", "27. März 2026, 14:25 (Rom)", "27. März, 13:25 UTC"),
        ("fr", "27 mars 2026, 14:25 (Rome)", "27 mars, 13:25 UTC"),
        ("ru", "27 марта 2026 \u0433., 14:25 (Рим)", "27 марта, 13:25 UTC"),
    ],
)
def test_a_moment_is_written_as_its_reader_writes_it(language: str, full: str, short: str) -> None:
    told = moment_in_words(AT, "Europe/Rome", language)
    assert re.sub(r"\s", " ", told) == full
    assert moment_in_short(AT, "UTC", language) == short


@pytest.mark.parametrize(("language", "written"), [("en", "2.0"), ("de", "2,0"), ("fr", "2,0"), ("ru", "2,0")])
def test_a_decimal_is_written_as_its_reader_writes_it(language: str, written: str) -> None:
    assert decimal_in_words(1.96, language) == written
