"""Pages in pieces: whatever is put together reads as one page, however often its pieces came before."""

import gzip
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from services.web.compressed import CUT, HOLE, Sheet, pieces_of

PIECES = st.lists(st.text(max_size=40).map(lambda text: text * 60), max_size=8)


def plain(page: str) -> list[bytes]:
    return [piece.plain for piece in pieces_of(page)]


@given(st.lists(PIECES, max_size=3), st.text("0123456789abcdef-", max_size=90))
def test_pieces_read_as_one_page(spans: list[list[str]], token: str) -> None:
    page = HOLE.join(CUT.join(texts) for texts in spans)
    expected = b"".join(plain(page.replace(HOLE, token)))
    for _ in range(2):  # as new, and as they are remembered
        sheet = Sheet(page)
        assert sheet.filled(token) == expected
        assert gzip.decompress(sheet.gzipped(token)) == expected


def test_a_page_is_sent_to_each_reader_with_a_token_of_their_own() -> None:
    sheet = Sheet(f"<p>{HOLE}</p>{CUT}{'<path/>' * 500}{CUT}<i>{HOLE}</i>")
    for token in ("aa-11", "bb-2222"):
        page = f"<p>{token}</p>{'<path/>' * 500}<i>{token}</i>".encode()
        assert sheet.filled(token) == gzip.decompress(sheet.gzipped(token)) == page


def test_what_cannot_be_printed_is_marked_and_the_cuts_are_gone() -> None:
    (short, long) = plain(CUT.join(("a\x00b", "c\x07" * 2000)))
    assert short.decode() == "a\ufffdb"
    assert long.decode() == "c\ufffd" * 2000
    assert plain("a lone surrogate: \ud800") == [b"a lone surrogate: ?"]


@given(st.text(st.characters(), max_size=60))
def test_a_page_holds_no_letter_that_is_none(text: str) -> None:
    (found,) = plain(text.replace(CUT, ""))
    kept = [letter for letter in text if letter in "\t\n\f\r" or unicodedata.category(letter) not in {"Cc", "Cs"}]
    nothing = {"\ufffe", "\uffff", *map(chr, range(0xFDD0, 0xFDF0))}
    assert [letter for letter in found.decode() if letter not in "?\ufffd"] == [
        letter for letter in kept if letter not in nothing | {"?", "\ufffd"}
    ]


def test_pages_that_share_a_piece_differ_in_the_rest() -> None:
    shared = f"{CUT}{'<path/>' * 500}{CUT}"
    for name in ("Livia", "Marcus"):
        page = gzip.decompress(Sheet(f"{name}{shared}{name}").gzipped("")).decode()
        assert page == f"{name}{shared.strip(CUT)}{name}"
