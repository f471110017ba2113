"""Lines of a message as Discord's markdown: what people have called themselves stays text, whatever it looks like."""

import re
from collections.abc import Sequence

from services.chat.lengths import ELLIPSIS
from services.chat.message import Bold, ChatLine, ChatMoment, LineStyle, Mention, Piece, Plain
from services.outbound.discord import limits

MOST_CHARACTERS = 3500
"""Less than Discord takes, since it is not sure what it counts: #8562."""
MOST_BYTES = limits.TEXT_BYTES - limits.TEXT_OVERHEAD
_PREFIXES: dict[LineStyle, str] = {"plain": "", "heading": "### ", "small": "-# "}
_ANYWHERE = re.compile(r"[\\*_~|`\[\]<@]|:(?=//|\w+:)")
_AT_THE_BEGINNING = re.compile(r"^(\s*)(>|#|-|\+|\d+(?=[.)]))")


def escaped(text: str) -> str:
    """A text that Discord shows as it is, unless a line begins with it."""
    return _ANYWHERE.sub(r"\\\g<0>", " ".join(text.split("\n")))


def markdown(lines: Sequence[ChatLine]) -> str:
    """The lines, as many as there is room for."""
    said: list[str] = []
    for line in lines:
        written = _written(line)
        if not _fits("\n".join([*said, written, ELLIPSIS])):
            rest = _begun(line, "\n".join(said))
            return "\n".join([*said, rest + ELLIPSIS])
        said.append(written)
    return "\n".join(said).strip("\n")


def mentioned(lines: Sequence[ChatLine]) -> tuple[str, ...]:
    """The accounts of all who are mentioned, each once."""
    pieces = (piece for line in lines for piece in line.pieces)
    accounts = (piece.account for piece in pieces if isinstance(piece, Mention) and piece.account)
    return tuple(dict.fromkeys(accounts))[: limits.MENTIONS]


def _written(line: ChatLine) -> str:
    text = "".join(map(_piece, line.pieces))
    if line.pieces and isinstance(line.pieces[0], Plain | Mention):
        text = _AT_THE_BEGINNING.sub(_harmless, text)
    return _PREFIXES[line.style] + text if text else ""


def _harmless(beginning: re.Match[str]) -> str:
    space, mark = beginning.groups()
    return f"{space}{mark}\\" if mark.isdigit() else f"{space}\\{mark}"


def _piece(piece: Piece) -> str:
    match piece:
        case Plain(text):
            return escaped(text)
        case Bold(text):
            return f"**{escaped(text)}**" if text.strip() else escaped(text)
        case Mention(name, account):
            return f"<@{account}>" if account else escaped(name)
        case ChatMoment(at):
            return f"<t:{at // 1000}:R>"


def _begun(line: ChatLine, before: str) -> str:
    """As many words of a line as there is room for; a line that is one of many is left out whole."""
    if before:
        return ""
    begun = ""
    for piece in line.pieces:
        words = re.findall(r"\s*\S+", piece.text) if isinstance(piece, Plain) else [_piece(piece)]
        for word in words:
            more = escaped(word) if isinstance(piece, Plain) else word
            if not _fits(begun + more + ELLIPSIS):
                return begun
            begun += more
    return begun


def _fits(text: str) -> bool:
    return len(text) <= MOST_CHARACTERS and len(text.encode()) <= MOST_BYTES
