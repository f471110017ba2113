"""References survive their way through a platform, are short enough for each, and nothing else is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.chat.reference import MOST_BYTES, Reference, UnknownReference, key_of, parse, parse_key

_HEX = "0123456789abcdef"
_WORD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
REFERENCES = st.builds(
    Reference,
    action=st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12),
    game=st.text(_WORD, max_size=32),
    seat=st.none() | st.integers(0, 99),
    version=st.integers(0, 999_999_999),
    draft=st.text(_HEX, max_size=12),
    part=st.text(_WORD, max_size=12),
    page=st.integers(0, 999),
)


@given(REFERENCES)
def test_a_reference_comes_back_as_it_was_and_fits_every_platform(reference: Reference) -> None:
    text = reference.encoded()
    assert parse(text) == reference
    assert len(text.encode()) <= MOST_BYTES


@given(st.text())
def test_garbage_is_refused(text: str) -> None:
    with pytest.raises(UnknownReference):
        parse(text)


@given(REFERENCES, st.data())
def test_a_reference_has_one_spelling(reference: Reference, data: st.DataObject) -> None:
    """A text that differs in one character is another reference, or none."""
    text = reference.encoded()
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.characters(codec="utf-8").filter(lambda letter: letter != text[place]))
    try:
        found = parse(text[:place] + other + text[place + 1 :])
    except UnknownReference:
        return
    assert found != reference


@pytest.mark.parametrize(
    "text",
    [
        "a1:pick:g:0:1::",
        "a1:pick:g:00:1:::0",
        "a1:pick:g:0:01:::0",
        "a1:pick:g:0:-1:::0",
        "a2:pick:g:0:1:::0",
        "a1:PICK:g:0:1:::0",
        "a1:pick:g h:0:1:::0",
        "a1:pick:g:0:1:::0\n",
        "a1:pick:g:0:\u0661:::0",
    ],
)
def test_what_only_looks_like_one_is_refused(text: str) -> None:
    with pytest.raises(UnknownReference):
        parse(text)


@pytest.mark.parametrize(
    "wrong", [{"seat": 100}, {"page": -1}, {"version": 10**9}, {"game": "a:b"}, {"part": "x" * 13}]
)
def test_a_reference_that_could_not_be_read_again_is_never_written(wrong: dict[str, object]) -> None:
    with pytest.raises(UnknownReference):
        Reference(**{"action": "pick", **wrong}).encoded()  # type: ignore[arg-type]  # that is the point


@given(st.integers(0, 9999), st.binary())
def test_the_key_of_an_option_comes_back_as_it_was(index: int, content: bytes) -> None:
    key = key_of(index, content)
    assert parse_key(key.encoded()) == key


@pytest.mark.parametrize(
    "text", ["", "1", "1.", ".00000000", "01.00000000", "1.0000000g", "1.000000001", "99999.00000000"]
)
def test_garbage_is_no_key(text: str) -> None:
    with pytest.raises(UnknownReference):
        parse_key(text)
