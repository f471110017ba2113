"""Signed notes: ours are read by others, theirs by us, and no forged one by either."""

import hashlib

import pytest

from domain.kernel.signed_note import BadNote, SignedHead, Signer, read_head, read_note

SEED = bytes(range(32))
SIGNER = Signer("acta.example.org", SEED)
SAID = SignedHead("5c9f0c7b1a2d3e4f5a6b", 42, "ab" * 32)
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
QUOTED = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
"""The example of Go's package golang.org/x/mod/sumdb/note."""


def test_a_note_that_others_signed_is_read() -> None:
    assert read_note(QUOTED, PETER).startswith("If you think")
    with pytest.raises(BadNote, match="does not hold"):
        read_note(QUOTED.replace("answer", "Answer"), PETER)


def test_a_head_says_what_was_signed() -> None:
    note = SIGNER.head(SAID)
    assert note.startswith(f"acta/head\n{SAID.game}\n42\n{SAID.head}\n\n— acta.example.org ")
    assert read_head(note, SIGNER.verifier) == SAID
    assert note == Signer("acta.example.org", SEED).head(SAID), "signed again it is the same"


def test_the_key_names_itself_as_the_specification_says() -> None:
    name, key_id, key = SIGNER.verifier.split("+", 2)
    assert name == "acta.example.org"
    assert len(key_id) == 8
    with pytest.raises(BadNote, match="no key"):
        read_note(QUOTED, f"{name}+{hashlib.sha256(b'').hexdigest()[:8]}+{key}")


def test_signatures_of_others_stand_beside_ours() -> None:
    note, witness = SIGNER.head(SAID), Signer("witness.example.org", bytes(32))
    theirs = witness.head(SAID).rpartition("\n\n")[2]
    assert read_head(note + theirs, SIGNER.verifier) == SAID
    assert read_head(note + theirs, witness.verifier) == SAID


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "acta/head\n",
        SIGNER.head(SAID).replace("\n42\n", "\n43\n"),
        SIGNER.head(SAID).replace("acta.example.org", "acta.example.com"),
        SIGNER.head(SAID).replace("— ", "- "),
        SIGNER.head(SAID).removesuffix("\n"),
        Signer("acta.example.org", bytes(32)).head(SAID),
        SIGNER.signed("acta/other\nx\n1\ny\n"),
        SIGNER.signed("acta/head\nx\n01\ny\n"),
        SIGNER.signed("acta/head\nx\n1\ny\nz\n"),
        SIGNER.signed("acta/head\nx\n"),
        SIGNER.head(SAID) + "— acta.example.org !\n",
        SIGNER.head(SAID).replace("acta/head", "acta/\thead"),
    ],
)
def test_what_the_key_did_not_say_of_a_head_is_refused(forged: str) -> None:
    with pytest.raises(BadNote):
        read_head(forged, SIGNER.verifier)


@pytest.mark.parametrize("key", ["", "a+b", "a+b+c", "a+00000000+AQ==", "PeterNeumann+c74f20a3+!"])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(BadNote, match="no key"):
        read_note(QUOTED, key)
