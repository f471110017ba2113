"""Words of a catalogue as pieces of a message: a mention, a moment or a link stands where its template has put it."""

import re
from collections.abc import Mapping, Sequence

from domain.kernel.words import Catalogue
from services.outbound.chat.message import Bold, Line, LineStyle, Link, Mention, Moment, Piece, Plain

_FIRST_MARK = 0xE000
_MARKS = re.compile("([\ue000-\uf8ff])")
"""Letters that belong to no script; a piece is such a letter until its place in the sentence is known."""


def pieces(
    words: Catalogue, key: str, args: Mapping[str, object], lang: str, players: Sequence[str] = ()
) -> tuple[Piece, ...]:
    """The words of a key; arguments that are pieces stay pieces."""
    marked: dict[str, Piece] = {}
    plain: dict[str, object] = {}
    for name, value in args.items():
        if isinstance(value, Plain | Bold | Mention | Moment | Link):
            mark = chr(_FIRST_MARK + len(marked))
            marked[mark], plain[name] = value, mark
        else:
            plain[name] = _MARKS.sub("", value) if isinstance(value, str) else value
    parts = _MARKS.split(words.say(key, plain, lang=lang, players=players))
    return tuple(marked.get(part) or Plain(part) for part in parts if part)


def line(*said: Piece, style: LineStyle = "plain") -> Line:
    """A line of these pieces."""
    return Line(said, style)


def plain_lines(text: str, style: LineStyle = "plain") -> tuple[Line, ...]:
    """A text without pieces, line by line."""
    return tuple(Line((Plain(one),), style) for one in text.splitlines() if one)
