"""Lines of a message as Slack's mark-up: what people have called themselves stays text, whatever it looks like.

Slack wants three letters escaped and no others. All mark-up of ours is of whole words, so that none of it can come out
of a name: mentions and links stand between < and >, which no text can hold.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from services.chat.lengths import ELLIPSIS, cut
from services.chat.message import Bold, ChatLine, ChatMoment, Mention, Piece, Plain
from services.outbound.slack import limits

_REFERENCE = re.compile(r"<(?P<sign>[@#!]?)(?P<target>[^<>|]+)(?:\|(?P<label>[^<>]*))?>")
_SIGNS = {"@": "@", "#": "#", "!": "@", "": ""}
"""What people type for a person, a channel, `@here` and its like, and an address."""
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def escaped(text: str) -> str:
    """A text in which nothing is a mention, a link or a command of Slack's."""
    return text.translate(_ESCAPED)


def unescaped(text: str) -> str:
    """What somebody has typed, of what Slack makes of it where `should_escape` is set."""
    written = _REFERENCE.sub(lambda found: _SIGNS[found["sign"]] + (found["label"] or found["target"]), text)
    return written.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def marked(line: ChatLine) -> str:
    """A line with Slack's mark-up."""
    return "".join(map(_piece, line.pieces))


def plain(line: ChatLine) -> str:
    """A line without any mark-up, for where Slack takes none."""
    return "".join(map(_words, line.pieces))


def is_plain(line: ChatLine) -> bool:
    """Whether a line is nothing but words."""
    return all(isinstance(piece, Plain | Bold) for piece in line.pieces)


def notice(lines: Sequence[ChatLine], alt: str = "") -> str:
    """What is notified and read aloud: the whole message in words, as far as there is room for it."""
    text = "\n".join(_fitting([marked(line) for line in lines], limits.TEXT))
    return text if text.strip() else escaped(cut(alt, limits.OPTION_TEXT)) or ELLIPSIS


def paragraphs(lines: Iterable[ChatLine], most: int) -> Iterator[str]:
    """Lines as texts of at most so many characters; a line that is too long by itself is cut between two pieces."""
    text = ""
    for line in lines:
        written = _shortened(line, most)
        if text and len(text) + 1 + len(written) > most:
            yield text
            text = written
        else:
            text = f"{text}\n{written}" if text else written
    if text.strip():
        yield text


def _fitting(texts: Sequence[str], most: int) -> Iterator[str]:
    """As many of the texts as there is room for."""
    room = most - len(ELLIPSIS)
    for text in texts:
        if len(text) + 1 > room:
            yield ELLIPSIS
            return
        room -= len(text) + 1
        yield text


def _shortened(line: ChatLine, most: int) -> str:
    """A line; of one that is too long as many words as there is room for."""
    whole = marked(line)
    if len(whole) <= most:
        return whole
    begun = ""
    for piece in line.pieces:
        parts = re.findall(r"\s*\S+", piece.text) if isinstance(piece, Plain) else [piece]
        for part in parts:
            more = escaped(part) if isinstance(part, str) else _piece(part)
            if len(begun) + len(more) + len(ELLIPSIS) > most:
                return begun + ELLIPSIS
            begun += more
    return begun


def _piece(piece: Piece) -> str:
    match piece:
        case Plain(text):
            return escaped(text)
        case Bold(text):
            return f"*{escaped(text.strip())}*" if text.strip() and "*" not in text else escaped(text)
        case Mention(name, account):
            return f"<@{account}>" if account else escaped(name)
        case ChatMoment(at, written):
            return f"<!date^{at // 1000}^{{date_short_pretty}} {{time}}|{_label(written)}>"


def _words(piece: Piece) -> str:
    match piece:
        case Mention(name):
            return name
        case ChatMoment(_, written):
            return written
        case Plain(text) | Bold(text):
            return text


def _label(text: str) -> str:
    """What is shown for a link: it ends at the first bar or bracket."""
    return escaped(cut(text, limits.OPTION_TEXT)).replace("|", "/") or ELLIPSIS
