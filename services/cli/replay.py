"""`acta replay`: print a game event by event in words, and the scores at its end or at any version."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.text import Text

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Envelope, Record, marks, opened
from domain.kernel.game import AnyGame, PointsScored
from domain.kernel.ids import UserId
from domain.kernel.languages import ENGLISH
from domain.kernel.table import Table
from domain.kernel.undo import retracted
from services.cli.film import write_film
from services.cli.flags import Flags, settings_from
from services.cli.game_logs import game_of, has_our_rules, names_in, up_to
from services.cli.output import say
from services.cli.picture import GameLog, players_at

NOT_JUDGED = "Not judged: the log names rules or printed data that this Acta does not have. Its points may be made up."
HIDDEN = "…"
"""Stands for a value that this copy does not open."""


def replay(
    source: Annotated[str, Parameter(help="An exported file, or the id of a game.")],
    *,
    at: Annotated[int | None, Parameter(help="Stop after this version.")] = None,
    gif: Annotated[Path | None, Parameter(help="Write the game as a film to this file, one frame per turn.")] = None,
    flags: Flags | None = None,
) -> None:
    """Print one line an event; choices that were taken back later are marked."""
    settings = settings_from(flags)
    game, records = game_of(source, settings)
    version = up_to(records, at)
    if gif is not None:
        write_film(GameLog(game, records, names_in(source, records, settings), settings.games), version, gif)
        return
    _print(_ReplayText(game, records[:version], names_in(source, records, settings)))


class _ReplayText:
    """A log up to some version, in words."""

    def __init__(self, game: AnyGame, records: Sequence[Record], names: Mapping[UserId, str]) -> None:
        self._game = game
        self._codec = Codec(game)
        self.lines = [(record, record.envelope()) for record in records]
        self._retracted = retracted(records)
        self._players = [*_players_then(records, names)]

    def is_retracted(self, envelope: Envelope) -> bool:
        """Whether a later event took it back."""
        return envelope.version in self._retracted

    def words(self, record: Record, envelope: Envelope) -> str:
        """What happened, as far as this copy opens it."""
        closed = marks(envelope).keys() - record.openings.keys()
        players = self._players[envelope.version - 1]
        if not closed - {"command"}:
            section = "opened" if self._game.words.opens(envelope.type) else "event"
            fields = msgspec.structs.asdict(self._codec.event(record))
            return self._game.words.say(f"{section}.{envelope.type}", fields, players=players)
        values = msgspec.json.decode(opened(record)[0])
        values |= {place.removeprefix("data/"): HIDDEN for place in closed}
        return self._game.words.say(f"event.{envelope.type}", values, players=players)

    def has_our_rules(self) -> bool:
        """Whether its points can be trusted."""
        return has_our_rules(self._game, [record for record, _ in self.lines])

    def name(self, seat: int) -> str:
        """Who holds a seat at the end."""
        return self._players[-1][seat]

    def scores(self) -> dict[int, int]:
        """The points of each seat: points are never sealed."""
        scores: dict[int, int] = {}
        for _, envelope in self.lines:
            if envelope.type == life.GameStarted.__name__:
                started = msgspec.json.decode(envelope.data, type=life.GameStarted)
                scores = dict.fromkeys(range(started.players), 0)
            elif envelope.type == life.GameBranched.__name__:
                branched = msgspec.json.decode(envelope.data, type=life.GameBranched)
                scores = dict.fromkeys(range(len(branched.scores)), 0)
            elif envelope.type == PointsScored.__name__ and not self.is_retracted(envelope):
                scored = msgspec.json.decode(envelope.data, type=PointsScored)
                scores[scored.seat] += scored.points
        return scores


def _players_then(records: Sequence[Record], names: Mapping[UserId, str]) -> Iterator[list[str]]:
    """What the players were called at each event: a seat is its new player's at once, and the old one's to the end."""
    table = Table()
    for record in records:
        envelope, before = record.envelope(), players_at(table, names, ENGLISH)
        kind = life.KINDS.get(envelope.type)
        if kind is not None:
            table.apply(msgspec.json.decode(envelope.data, type=kind))
        yield players_at(table, names, ENGLISH) if kind is life.SeatTaken else before


def _print(replayed: _ReplayText) -> None:
    for record, envelope in replayed.lines:
        words = replayed.words(record, envelope)
        if not words:  # an event that tells nothing by itself
            continue
        line = Text.assemble((f"{envelope.version:>5}  {envelope.at}  ", "dim"), words)
        if replayed.is_retracted(envelope):
            line.append("  (taken back)", "yellow")
        say(line)
    scores = [f"{replayed.name(seat)}: {points}" for seat, points in replayed.scores().items()]
    say(Text(f"Points after version {len(replayed.lines)}: {', '.join(scores) or 'none yet'}", "bold"))
    if not replayed.has_our_rules():
        say(Text(NOT_JUDGED, "yellow"))
