"""Fonts are made once on a machine, not at every start."""

from pathlib import Path

import pytest

from services.web import fonts

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
