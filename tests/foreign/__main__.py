"""Has Go's own reader of signed notes judge ours, and reads what it signs: `make foreign`. Prints what it found."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from domain.kernel.signed_note import BadNote, SignedHead, Signer, read_note

PROGRAM = Path(__file__).with_name("note.go")
DEBIANS = {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": ""}
"""Where Debian puts golang-golang-x-mod-dev."""
FORGERIES: Mapping[str, Callable[[str], str]] = {
    "another version": lambda note: note.replace("\n42\n", "\n43\n"),
    "another head": lambda note: note.replace("abab", "baba", 1),
    "another name": lambda note: note.replace("— acta.", "— atca."),
    "no signature": lambda note: note.partition("\n\n")[0] + "\n",
    "a line more": lambda note: "more\n" + note,
}


def in_go(text: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What Go's package says of a text."""
    asked = ["go", "run", str(PROGRAM), *words]
    return subprocess.run(asked, check=False, capture_output=True, text=True, input=text, env=os.environ | DEBIANS)


def main() -> int:
    """Print each finding; 1 if one is not as it should be."""
    signer = Signer("acta.example.org", bytes(range(32)))
    note = signer.head(SignedHead("5c9f0c7b1a2d3e4f5a6b", 42, "ab" * 32))
    findings = {"a note of ours is read": in_go(note, signer.verifier).stdout == note.partition("\n\n")[0] + "\n"}
    for name, forged in FORGERIES.items():
        findings[f"{name}: refused"] = in_go(forged(note), signer.verifier).returncode != 0
    other = Signer("acta.example.org", bytes(32)).verifier
    findings["another key: refused"] = in_go(note, other).returncode != 0
    key, _, theirs = in_go("signed by others\n").stdout.partition("\n")
    findings["a note of Go's is read"] = read_note(theirs, key) == "signed by others\n"
    try:
        read_note(theirs.replace("others", "us"), key)
        findings["a forged note of Go's: refused"] = False
    except BadNote:
        findings["a forged note of Go's: refused"] = True
    for name, holds in findings.items():
        sys.stdout.write(f"{'holds' if holds else 'FAILS'}  {name}\n")
    return 0 if all(findings.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
