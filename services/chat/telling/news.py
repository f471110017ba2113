"""What is said of a table where it lives: what happened in words, who is next, and the board as it stands.

Made from the lines of the timeline, which are the same for every reader, and from what everybody may know of the table;
the state of the game is looked at only through a spectator's picture and the points.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from domain.kernel import lifecycle as life
from domain.kernel.clock import Millis
from domain.kernel.envelope import Codec, Record
from domain.kernel.game import PointsScored, Step
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import SYSTEM
from domain.kernel.player_names import Holder, names_then
from domain.kernel.timekeeping import deadline
from domain.kernel.words import Catalogue
from projections.followed_match import FollowedMatch
from services.chat.lengths import cut
from services.chat.message import (
    BoardWanted,
    Bold,
    Button,
    ChatLine,
    ChatMoment,
    ChatPicture,
    LinkButton,
    Mention,
    Message,
    Piece,
    Plain,
    newest_lines,
    text_line,
)
from services.chat.reference import Reference
from services.chat.wording import pieces
from services.notices.letters import table_name
from services.store.chat.bindings import ChannelSettings
from services.store.head_key import SignedHeads
from services.story import timeline
from services.story.moments import moment_in_words

WORDS = Catalogue.load("services.chat.telling")
MOST_LINES, MOST_CHARACTERS = 30, 2800
"""Of what happened. A platform takes more, and cuts the end off: there it is said whose turn it is."""
_NOT_TOLD = {kind.__name__ for kind in (life.ClocksTurned, life.SecretRevealed, life.NonceGiven, life.CaretakerPlayed)}
_ENDS = {kind.__name__ for kind in (life.GameFinished, life.GameAbandoned)}
_FIRST = {"join", "move", "rematch"}
"""The buttons that stand out."""


class ChannelTable(NamedTuple):
    """A table as a message may show it: the newest match, what people are called here and on the platform."""

    followed: FollowedMatch
    settings: ChannelSettings
    known: Mapping[UserId, str]
    accounts: Mapping[UserId, str]
    """The ids of those people who have a chat account where the message goes to."""
    address: str
    signed: SignedHeads | None = None
    """Signs the heads that are told."""

    @property
    def lang(self) -> str:
        return self.settings.language

    @property
    def game(self) -> GameId:
        return self.followed.game_id

    @property
    def name(self) -> str:
        """What the table is called."""
        match = self.followed.match
        return table_name(match.game.name_in(self.lang), match.table.title, self.lang)

    def called(self, seat: Seat) -> str:
        """What whoever holds a seat is called."""
        chairs = self.followed.match.table.chairs
        holders = [Holder(chair.user, None if chair.user else chair.bot) for chair in chairs]
        return names_then(holders, self.known, self.lang)[seat]

    def mention(self, seat: Seat) -> Mention:
        """Whoever holds a seat, who is notified if the person has a chat account here."""
        user = self.followed.match.table.chairs[seat].user
        return Mention(self.called(seat), None if user is None else self.accounts.get(user))

    def line(self, key: str, people: Sequence[Piece] = (), **args: object) -> ChatLine:
        """A line of words; `{players}` in it stands for these people."""
        place = Plain("")
        said: list[Piece] = []
        for piece in pieces(WORDS, key, {**args, "players": place}, self.lang):
            said += _joined(people) if piece is place else [piece]
        return ChatLine(tuple(said))


def _joined(people: Sequence[Piece]) -> Iterator[Piece]:
    for number, person in enumerate(people):
        if number:
            yield Plain(", ")
        yield person


def news(
    about: ChannelTable, log: Sequence[Record], since: Version, until: Version, mentioned: Sequence[Seat]
) -> Message:
    """What happened after one version and up to another, and who is to act now."""
    codec, records = Codec(about.followed.match.game), log[since:until]
    opening = _opening(records)
    happened = timeline.gathered(codec.game, timeline.lines(codec, records, timeline.seating(codec, log[:since])))
    shown = [
        line for line in happened if not line.retracted and (line.type in life.KINDS or line.version not in opening)
    ]
    lines = [*_shortened(about, [*_paragraphs(about, shown)]), *_heads(about, shown, records[-1])]
    voting = _voters(about, shown)
    if voting:
        lines.append(about.line("turn.vote", voting))
    if mentioned:
        lines.append(about.line("turn.next", [about.mention(seat) for seat in mentioned]))
        lines += _until(about, mentioned[0])
    if _ends(shown) and about.settings.final:
        lines.append(about.line("turn.over", [about.mention(seat) for seat in about.followed.match.table.humans()]))
    title = ChatLine((Bold(about.name),))
    drawn = _is_drawn(about, shown)
    return Message(
        lines=(title, *lines), picture=_picture(about, until) if drawn else None, buttons=_news_buttons(about)
    )


def _opening(records: Sequence[Record]) -> set[Version]:
    """The versions with which the game was laid out, if it began here: the board shows that better than words."""
    envelopes = [record.envelope() for record in records]
    began = {envelope.command_id for envelope in envelopes if envelope.type == life.GameStarted.__name__}
    return {envelope.version for envelope in envelopes if envelope.command_id in began}


def _ends(lines: Sequence[timeline.StoryLine]) -> bool:
    return any(line.type in _ENDS for line in lines)


def _news_buttons(about: ChannelTable) -> tuple[Button | LinkButton, ...]:
    """What is wanted next: a chair, one's turn, or another game; and the way to everything else."""
    match = about.followed.match
    if match.table.over:
        names = ["rematch", "scores", "verify"]
    else:
        names = [
            *(["move"] if match.state else []),
            *(["join"] if match.table.free_seat() is not None else []),
            "table",
        ]
    return (*(_button(about, name) for name in names), _page(about))


def says_something(message: Message) -> bool:
    """Whether there is more than the name of the table."""
    return len(message.lines) > 1


def notifies(message: Message) -> bool:
    """Whether somebody is mentioned who is to be notified."""
    return any(isinstance(piece, Mention) and piece.account for line in message.lines for piece in line.pieces)


def board(about: ChannelTable) -> Message:
    """The table as it stands: whose turn it is and until when, who has how many points, and the board."""
    match, version = about.followed.match, about.followed.version
    lines = [text_line(about.name, "heading"), *_standing(about)]
    scores = match.scores()
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    lines.append(text_line(" · ".join(f"{about.called(Seat(seat))} {scores[seat]}" for seat in order), "small"))
    names = () if match.table.over else ("move", "hand")
    return Message(
        lines=tuple(lines),
        picture=_picture(about, version) if about.settings.pictures == "live" else None,
        buttons=(*(_button(about, name) for name in (*names, "log", "scores")), _page(about)),
    )


def reminder(about: ChannelTable, seat: Seat, which: str) -> Message:
    """That somebody's time runs short."""
    line = about.line(f"reminder.{which}", [about.mention(seat)])
    return Message(
        lines=(ChatLine((Bold(about.name),)), line, *_until(about, seat)),
        buttons=(_button(about, "move"), _page(about)),
    )


def _standing(about: ChannelTable) -> list[ChatLine]:
    match = about.followed.match
    if match.table.over:
        return [about.line("board.over")]
    to_act = match.to_act()
    if isinstance(to_act, Step):
        return [about.line("board.scoring")]
    names = [Plain(about.called(seat)) for seat in to_act]
    return [about.line("board.waits", names), *(_until(about, to_act[0]) if to_act else [])]


def _paragraphs(about: ChannelTable, lines: Sequence[timeline.StoryLine]) -> Iterator[ChatLine]:
    """Turn by turn, as far as the settings of the place want it; the result stands out."""
    words = about.followed.match.game.words
    for turn in timeline.turns(lines):
        for kind, part in _parts([line for line in turn.lines if _is_wanted(about.settings, line)]):
            texts = [timeline.told(words, line, about.known, about.lang) for line in part]
            text = cut(" ".join(text for text in texts if text), MOST_CHARACTERS)
            if text:
                yield ChatLine((Bold(text) if kind == "result" else Plain(text),))


def _parts(lines: Sequence[timeline.StoryLine]) -> Iterator[tuple[str, list[timeline.StoryLine]]]:
    """What stands together within a turn: all of it, but for the result and where the whole table scores."""
    for kind, run in groupby(lines, _kind):
        run_lines = [*run]
        for part in _rows(run_lines) if kind == "scoring" else [run_lines]:
            yield kind, part


def _kind(line: timeline.StoryLine) -> str:
    if line.type == life.GameFinished.__name__:
        return "result"
    return "scoring" if line.owner == SYSTEM and line.type == PointsScored.__name__ else "turn"


def _rows(scorings: Sequence[timeline.StoryLine]) -> list[list[timeline.StoryLine]]:
    """By what is scored for or by who scores, whichever goes with the order in which the game counts."""

    def by(name: str) -> list[list[timeline.StoryLine]]:
        return [[*row] for _, row in groupby(scorings, lambda line: line.fields[name])]

    return min(by("source"), by("seat"), key=len)


def _is_wanted(settings: ChannelSettings, line: timeline.StoryLine) -> bool:
    if line.type in _NOT_TOLD:
        return False
    if line.type == PointsScored.__name__:
        return settings.scorings and bool(line.fields["points"])
    if line.type == life.GameFinished.__name__:
        return settings.final
    return settings.turns or line.type in life.KINDS


def _shortened(about: ChannelTable, lines: Sequence[ChatLine]) -> list[ChatLine]:
    """The newest lines, as many as leave room for what follows them."""
    shown = newest_lines(lines, MOST_LINES, MOST_CHARACTERS)
    if len(shown) == len(lines):
        return shown
    earlier = about.line("turn.earlier", count=len(lines) - len(shown))
    return [ChatLine(earlier.pieces, "small"), *shown]


def _heads(about: ChannelTable, lines: Sequence[timeline.StoryLine], last: Record) -> list[ChatLine]:
    if not about.settings.rounds:
        return []
    if _ends(lines):
        return _told_head(about, "turn.last_head", last.envelope().version, last.hash())
    closed = [(line.version, line.head) for line in lines if line.head is not None][-1:]
    return [told for version, head in closed for told in _told_head(about, "turn.head", version, head)]


def _told_head(about: ChannelTable, key: str, version: int, head: str) -> list[ChatLine]:
    """A head to be noted down, and what the server signed of it."""
    told = [about.line(key, head=head)]
    if about.signed is not None:
        told.append(
            about.line("turn.signed", version=version, signature=about.signed.signature(about.game, version, head))
        )
    return [ChatLine(line.pieces, "small") for line in told]


def _voters(about: ChannelTable, lines: Sequence[timeline.StoryLine]) -> list[Piece]:
    """Those who have not voted yet on what was moved for here."""
    table = about.followed.match.table
    motions = {line.fields["motion"] for line in lines if line.type == life.VoteCast.__name__}
    votes = [table.votes[motion] for motion in sorted(motions) if table.votes.get(motion) and not table.over]
    silent = {seat for voted in votes for seat in map(Seat, range(len(table.chairs))) if seat not in voted}
    return [about.mention(seat) for seat in sorted(silent) if table.chairs[seat].human]


def _is_drawn(about: ChannelTable, lines: Sequence[timeline.StoryLine]) -> bool:
    pictures = about.settings.pictures
    if any(line.type == life.GameFinished.__name__ for line in lines):
        return about.settings.final and pictures != "none"
    if pictures == "round":
        return any(line.head is not None or line.type == life.GameStarted.__name__ for line in lines)
    return pictures == "turn" and about.followed.match.state is not None


def _until(about: ChannelTable, seat: Seat) -> list[ChatLine]:
    table = about.followed.match.table
    due: Millis | None = None if table.clock is None else deadline(table.clock, table.clocks, seat)
    if due is None:
        return []
    moment = ChatMoment(due, moment_in_words(due, "UTC", about.lang))
    return [ChatLine(about.line("turn.until", moment=moment).pieces, "small")]


def _picture(about: ChannelTable, version: Version) -> ChatPicture:
    alt = WORDS.say("board.alt", {"table": about.name, "version": version}, lang=about.lang)
    return ChatPicture(alt, BoardWanted(about.game, version, about.lang))


def _button(about: ChannelTable, action: str) -> Button:
    label = WORDS.say(f"button.{action}", {}, lang=about.lang)
    return Button(label, Reference(action=action, game=about.game), "main" if action in _FIRST else "plain")


def _page(about: ChannelTable) -> LinkButton:
    return LinkButton(WORDS.say("button.page", {}, lang=about.lang), f"{about.address}/games/{about.game}")
