"""Pages in pieces: whatever is put together reads as one page, however often its pieces came before."""

import gzip

from hypothesis import given
from hypothesis import strategies as st

from services.web.compressed import CUT, gzipped, pieces_of
from services.web.kept import Kept

PIECES = st.lists(st.text(max_size=40).map(lambda text: text * 60), max_size=8)


@given(PIECES)
def test_pieces_read_as_one_page(texts: list[str]) -> None:
    page = CUT.join(texts)
    expected = b"".join(pieces_of(page))
    for _ in range(2):  # as new, and as they are remembered
        assert gzip.decompress(gzipped(pieces_of(page))) == expected


def test_what_cannot_be_printed_is_marked_and_the_cuts_are_gone() -> None:
    (short, long) = pieces_of(CUT.join(("a\x00b", "c\x07" * 2000)))
    assert short.decode() == "a\ufffdb"
    assert long.decode() == "c\ufffd" * 2000
    assert pieces_of("a lone surrogate: \ud800") == [b"a lone surrogate: ?"]


def test_pages_that_share_a_piece_differ_in_the_rest() -> None:
    shared = f"{CUT}{'<path/>' * 500}{CUT}"
    for name in ("Livia", "Marcus"):
        page = gzip.decompress(gzipped(pieces_of(f"{name}{shared}{name}"))).decode()
        assert page == f"{name}{shared.strip(CUT)}{name}"


def test_what_was_not_asked_for_the_longest_is_forgotten() -> None:
    kept: Kept[str, int] = Kept(2)
    kept.put("a", 1)
    kept.put("b", 2)
    assert kept.get("a") == 1
    kept.put("c", 3)
    assert (kept.get("a"), kept.get("b"), kept.get("c"), len(kept)) == (1, None, 3, 2)
