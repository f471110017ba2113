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
from projections import timeline
from projections.followed_match import FollowedMatch
from projections.letters import table_name
from projections.moments import moment_in_words
from services.outbound.chat.lengths import cut
from services.outbound.chat.message import (
    BoardWanted,
    Bold,
    Button,
    Line,
    LinkButton,
    Mention,
    Message,
    Moment,
    Picture,
    Piece,
    Plain,
)
from services.outbound.chat.reference import Reference
from services.outbound.chat.texts import pieces
from services.store.chat.bindings import ChannelSettings

WORDS = Catalogue.load("workers.channels")
MOST_LINES, MOST_CHARACTERS = 30, 2800
"""Of what happened. A platform takes more, and cuts the end off: there it is said whose turn it is."""
_NOT_TOLD = {kind.__name__ for kind in (life.ClocksTurned, life.SecretRevealed, life.NonceGiven, life.CaretakerPlayed)}
_ENDS = {kind.__name__ for kind in (life.GameFinished, life.GameAbandoned)}
_FIRST = {"join", "move", "rematch"}
"""The buttons that stand out."""


class TableTold(NamedTuple):
    """A table as a message may show it: the newest match, what people are called here and on the platform."""

    followed: FollowedMatch
    settings: ChannelSettings
    known: Mapping[UserId, str]
    accounts: Mapping[UserId, str]
    """The ids of those people who have a chat account where the message goes to."""
    address: str

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

    def line(self, key: str, people: Sequence[Piece] = (), **args: object) -> Line:
        """A line of words; `{players}` in it stands for these people."""
        place = Plain("")
        said: list[Piece] = []
        for piece in pieces(WORDS, key, {**args, "players": place}, self.lang):
            said += _joined(people) if piece is place else [piece]
        return Line(tuple(said))


def _joined(people: Sequence[Piece]) -> Iterator[Piece]:
    for number, person in enumerate(people):
        if number:
            yield Plain(", ")
        yield person


def news(told: TableTold, log: Sequence[Record], since: Version, until: Version, mentioned: Sequence[Seat]) -> Message:
    """What happened after one version and up to another, and who is to act now."""
    codec, records = Codec(told.followed.match.game), log[since:until]
    opening = _opening(records)
    happened = timeline.lines(codec, records, timeline.seating(codec, log[:since]))
    shown = [
        line for line in happened if not line.retracted and (line.type in life.KINDS or line.version not in opening)
    ]
    lines = [*_shortened(told, [*_paragraphs(told, shown)]), *_heads(told, shown, records[-1])]
    voting = _voters(told, shown)
    if voting:
        lines.append(told.line("turn.vote", voting))
    if mentioned:
        lines.append(told.line("turn.next", [told.mention(seat) for seat in mentioned]))
        lines += _until(told, mentioned[0])
    if _ends(shown) and told.settings.final:
        lines.append(told.line("turn.over", [told.mention(seat) for seat in told.followed.match.table.humans()]))
    title = Line((Bold(told.name),))
    drawn = _is_drawn(told, shown)
    return Message(lines=(title, *lines), picture=_picture(told, until) if drawn else None, buttons=_news_buttons(told))


def _opening(records: Sequence[Record]) -> set[Version]:
    """The versions with which the game was laid out, if it began here: the board shows that better than words."""
    envelopes = [record.envelope() for record in records]
    began = {envelope.command_id for envelope in envelopes if envelope.type == life.GameStarted.__name__}
    return {envelope.version for envelope in envelopes if envelope.command_id in began}


def _ends(lines: Sequence[timeline.TimelineLine]) -> bool:
    return any(line.type in _ENDS for line in lines)


def _news_buttons(told: TableTold) -> tuple[Button | LinkButton, ...]:
    """What is wanted next: a chair, one's turn, or another game; and the way to everything else."""
    match = told.followed.match
    if match.table.over:
        names = ["rematch", "scores", "verify"]
    else:
        names = [
            *(["move"] if match.state else []),
            *(["join"] if match.table.free_seat() is not None else []),
            "table",
        ]
    return (*(_button(told, name) for name in names), _page(told))


def says_something(message: Message) -> bool:
    """Whether there is more than the name of the table."""
    return len(message.lines) > 1


def notifies(message: Message) -> bool:
    """Whether somebody is mentioned who is to be notified."""
    return any(isinstance(piece, Mention) and piece.account for line in message.lines for piece in line.pieces)


def board(told: TableTold) -> Message:
    """The table as it stands: whose turn it is and until when, who has how many points, and the board."""
    match, version = told.followed.match, told.followed.version
    lines = [Line((Plain(told.name),), "heading"), *_standing(told)]
    scores = match.scores()
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    lines.append(Line((Plain(" · ".join(f"{told.called(Seat(seat))} {scores[seat]}" for seat in order)),), "small"))
    names = () if match.table.over else ("move", "hand")
    return Message(
        lines=tuple(lines),
        picture=_picture(told, version) if told.settings.pictures == "live" else None,
        buttons=(*(_button(told, name) for name in (*names, "log", "scores")), _page(told)),
    )


def reminder(told: TableTold, seat: Seat, about: str) -> Message:
    """That somebody's time runs short."""
    line = told.line(f"reminder.{about}", [told.mention(seat)])
    return Message(
        lines=(Line((Bold(told.name),)), line, *_until(told, seat)), buttons=(_button(told, "move"), _page(told))
    )


def _standing(told: TableTold) -> list[Line]:
    match = told.followed.match
    if match.table.over:
        return [told.line("board.over")]
    to_act = match.to_act()
    if isinstance(to_act, Step):
        return [told.line("board.scoring")]
    names = [Plain(told.called(seat)) for seat in to_act]
    return [told.line("board.waits", names), *(_until(told, to_act[0]) if to_act else [])]


def _paragraphs(told: TableTold, lines: Sequence[timeline.TimelineLine]) -> Iterator[Line]:
    """Turn by turn, as far as the settings of the place want it; the result stands out."""
    words = told.followed.match.game.words
    for turn in timeline.turns(lines):
        for kind, part in _parts([line for line in turn.lines if _is_wanted(told.settings, line)]):
            texts = [timeline.told(words, line, told.known, told.lang) for line in part]
            text = cut(" ".join(text for text in texts if text), MOST_CHARACTERS)
            if text:
                yield Line((Bold(text) if kind == "result" else Plain(text),))


def _parts(lines: Sequence[timeline.TimelineLine]) -> Iterator[tuple[str, list[timeline.TimelineLine]]]:
    """What stands together within a turn: all of it, but for the result and where the whole table scores."""
    for kind, run in groupby(lines, _kind):
        found = [*run]
        for part in _rows(found) if kind == "scoring" else [found]:
            yield kind, part


def _kind(line: timeline.TimelineLine) -> str:
    if line.type == life.GameFinished.__name__:
        return "result"
    return "scoring" if line.owner == SYSTEM and line.type == PointsScored.__name__ else "turn"


def _rows(scorings: Sequence[timeline.TimelineLine]) -> list[list[timeline.TimelineLine]]:
    """By what is scored for or by who scores, whichever goes with the order in which the game counts."""

    def by(name: str) -> list[list[timeline.TimelineLine]]:
        return [[*row] for _, row in groupby(scorings, lambda line: line.fields[name])]

    return min(by("source"), by("seat"), key=len)


def _is_wanted(settings: ChannelSettings, line: timeline.TimelineLine) -> bool:
    if line.type in _NOT_TOLD:
        return False
    if line.type == PointsScored.__name__:
        return settings.scorings and bool(line.fields["points"])
    if line.type == life.GameFinished.__name__:
        return settings.final
    return settings.turns or line.type in life.KINDS


def _shortened(told: TableTold, lines: Sequence[Line]) -> list[Line]:
    """The newest lines, as many as leave room for what follows them."""
    room, kept = MOST_CHARACTERS, 0
    for line in reversed(lines[-MOST_LINES:]):
        room -= sum(len(piece.text) for piece in line.pieces if isinstance(piece, Plain | Bold))
        if room < 0:
            break
        kept += 1
    if kept == len(lines):
        return [*lines]
    earlier = told.line("turn.earlier", count=len(lines) - kept)
    return [Line(earlier.pieces, "small"), *lines[len(lines) - kept :]]


def _heads(told: TableTold, lines: Sequence[timeline.TimelineLine], last: Record) -> list[Line]:
    if not told.settings.rounds:
        return []
    if _ends(lines):
        return [Line(told.line("turn.last_head", head=last.hash()).pieces, "small")]
    heads = [line.head for line in lines if line.head is not None]
    return [Line(told.line("turn.head", head=head).pieces, "small") for head in heads[-1:]]


def _voters(told: TableTold, lines: Sequence[timeline.TimelineLine]) -> list[Piece]:
    """Those who have not voted yet on what was moved for here."""
    table = told.followed.match.table
    motions = {line.fields["motion"] for line in lines if line.type == life.VoteCast.__name__}
    votes = [table.votes[motion] for motion in sorted(motions) if table.votes.get(motion) and not table.over]
    asked = {seat for voted in votes for seat in map(Seat, range(len(table.chairs))) if seat not in voted}
    return [told.mention(seat) for seat in sorted(asked) if table.chairs[seat].human]


def _is_drawn(told: TableTold, lines: Sequence[timeline.TimelineLine]) -> bool:
    pictures = told.settings.pictures
    if any(line.type == life.GameFinished.__name__ for line in lines):
        return told.settings.final and pictures != "none"
    if pictures == "round":
        return any(line.head is not None or line.type == life.GameStarted.__name__ for line in lines)
    return pictures == "turn" and told.followed.match.state is not None


def _until(told: TableTold, seat: Seat) -> list[Line]:
    table = told.followed.match.table
    due: Millis | None = None if table.clock is None else deadline(table.clock, table.clocks, seat)
    if due is None:
        return []
    moment = Moment(due, moment_in_words(due, "UTC", told.lang))
    return [Line(told.line("turn.until", moment=moment).pieces, "small")]


def _picture(told: TableTold, version: Version) -> Picture:
    alt = WORDS.say("board.alt", {"table": told.name, "version": version}, lang=told.lang)
    return Picture(alt, BoardWanted(told.game, version, told.lang))


def _button(told: TableTold, action: str) -> Button:
    label = WORDS.say(f"button.{action}", {}, lang=told.lang)
    return Button(label, Reference(action=action, game=told.game), "main" if action in _FIRST else "plain")


def _page(told: TableTold) -> LinkButton:
    return LinkButton(WORDS.say("button.page", {}, lang=told.lang), f"{told.address}/games/{told.game}")
