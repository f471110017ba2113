"""Fonts are made once on a machine, not at every start, and hold the letters that pages are told they hold."""

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from services.web import fonts
from services.web.fonts import FontFile

FILE = fonts.FILES["fonts/serif-600-cyrillic.woff2"]


def test_a_font_is_made_once_and_kept_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    fonts.woff2.cache_clear()
    made = fonts.woff2(FILE)
    (kept,) = (tmp_path / "acta" / "fonts").iterdir()
    kept.write_bytes(b"kept")
    assert fonts.woff2(FILE) == made, "and in memory"
    fonts.woff2.cache_clear()
    assert fonts.woff2(FILE) == b"kept"
    fonts.woff2.cache_clear()


def test_a_server_that_may_write_nowhere_serves_fonts_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    fonts.woff2.cache_clear()
    assert fonts.woff2(FILE).startswith(b"wOF2")
    fonts.woff2.cache_clear()


@pytest.mark.parametrize("file", fonts.FILES.values(), ids=lambda file: file.name)
def test_a_file_has_the_letters_it_is_named_for(file: FontFile) -> None:
    alphabet = "абвгдеёжз" if file.letters == "cyrillic" else "abcäéœß"
    with TTFont(BytesIO(fonts.woff2(file))) as font:
        assert set(map(ord, alphabet)) <= font.getBestCmap().keys()


def test_letters_without_italics_have_an_upright_family_to_be_slanted() -> None:
    tokens = Path("services/web/static/tokens.css").read_text("utf-8")
    assert '--sans: "Source Sans Pro", "Source Sans Pro upright",' in tokens
    assert '"Source Sans Pro upright";font-weight:400;font-display' in fonts.css().decode()
