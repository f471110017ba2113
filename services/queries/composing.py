"""A turn under composition: a player's draft folded on a copy, the things pointed at since, and what can follow.

The same for every edge that lets a player point: a page, a chat menu. Nothing is written here.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.kernel import draft
from domain.kernel.errors import BatchRefused, IllegalMove
from domain.kernel.game import AnyGame, Command, Step, View
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from domain.kernel.words import Args
from services.render.drawing import Target
from services.render.pointing import Pointing
from services.render.registry import renderer_of

_BAR = "bar"
"""The kind of things that stand in the turn bar and nowhere on the table."""
_DIGEST_LENGTH = 12


Ends: TypeAlias = Literal["reveals", "passes"] | None
"""Why nothing follows a draft: its last command shows something hidden, or nobody waits for the seat any more."""


class Speech(NamedTuple):
    """In which language things are said, and what the players are called."""

    lang: str
    players: Sequence[str]


class Composed(NamedTuple):
    """A draft as far as the rules allow it, and what can follow."""

    match: Match
    """A copy: the table as it would be."""
    view: View
    """What the seat would see of it."""
    seat: Seat
    commands: tuple[Command, ...]
    labels: tuple[str, ...]
    """The commands in words."""
    facts: tuple[Args, ...]
    """What the words of each command tell beside its fields."""
    points: int
    ends: Ends
    pointing: Pointing
    """Every command that may follow, with its words and its path."""
    refused: IllegalMove | None
    """Why the rest of the draft was dropped, if a part of it is not legal (any more)."""

    @property
    def digest(self) -> str:
        """Tells one draft from another: two tabs of one player see whether they show the same."""
        return digest_of(self.commands)

    @property
    def chosen(self) -> frozenset[str]:
        """The things that the draft was pointed at by."""
        handles = renderer_of(self.match.game.meta.slug).handles
        return frozenset(thing for command in self.commands for thing in handles(command))


class Pointed(NamedTuple):
    """What a path of things means: one command, or (none yet) the path as far as it leads."""

    command: Command | None
    path: tuple[str, ...] = ()


def digest_of(commands: Sequence[Command]) -> str:
    """A short name of a draft."""
    text = msgspec.json.encode(commands, order="deterministic")
    return hashlib.sha256(text).hexdigest()[:_DIGEST_LENGTH]


def compose(match: Match, seat: Seat, commands: Sequence[Command], speech: Speech) -> Composed:
    """Fold a draft on a copy; what is not legal any more is dropped, with all that follows it."""
    game = match.game
    labels: list[str] = []
    facts: list[Args] = []

    def watch(before: Match, command: Command) -> None:
        facts.append(game.facts(game.view(before.state, seat), command))
        labels.append(game.words.describe(command, facts[-1], lang=speech.lang, players=speech.players))

    refused = None
    try:
        if commands:
            draft.preview(match, seat, commands)  # only what is legal has words
    except BatchRefused as refusal:
        refused, commands = refusal.cause, commands[: refusal.index]
    folded = draft.preview(match, seat, commands, watch)
    ends = _ends(folded, seat, commands)
    view: View = game.view(folded.match.state, seat)
    pointing = _pointing(game, view, _following(match, seat, folded.match, ends), speech)
    steps = tuple(commands), tuple(labels), tuple(facts)
    return Composed(folded.match, view, seat, *steps, folded.points, ends, pointing, refused)


def compose_on(match: Match, before: Composed, command: Command, speech: Speech) -> Composed:
    """A draft with one command more: the same as composing all of it, but only the new one is folded."""
    game, seat = match.game, before.seat
    folded = draft.preview(before.match, seat, [command])
    facts = game.facts(before.view, command)
    label = game.words.describe(command, facts, lang=speech.lang, players=speech.players)
    ends = _ends(folded, seat, [command])
    view: View = game.view(folded.match.state, seat)
    return before._replace(
        match=folded.match,
        view=view,
        commands=(*before.commands, command),
        labels=(*before.labels, label),
        facts=(*before.facts, facts),
        points=before.points + folded.points,
        ends=ends,
        pointing=_pointing(game, view, _following(match, seat, folded.match, ends), speech),
    )


def _pointing(game: AnyGame, view: View, following: Sequence[Command], speech: Speech) -> Pointing:
    options = [(it, game.label(view, it, lang=speech.lang, players=speech.players)) for it in following]
    return Pointing(options, renderer_of(game.meta.slug).handles)


def fitting(match: Match, seat: Seat, commands: Sequence[Command]) -> Sequence[Command]:
    """As much of a draft as the rules still allow."""
    try:
        draft.preview(match, seat, commands)
    except BatchRefused as refusal:
        return commands[: refusal.index]
    return commands


def may_follow(match: Match, seat: Seat, commands: Sequence[Command]) -> list[Command]:
    """Every command that may follow a draft."""
    folded = draft.preview(match, seat, commands)
    return _following(match, seat, folded.match, _ends(folded, seat, commands))


def _ends(folded: draft.Preview, seat: Seat, commands: Sequence[Command]) -> Ends:
    """Why nothing follows. A choice in secret ends a draft as well, though it could be taken back once confirmed."""
    waiting = folded.match.to_act()
    chooses = not isinstance(waiting, Step) and seat in waiting
    return "passes" if folded.ends is None and commands and not chooses else folded.ends


def _following(match: Match, seat: Seat, folded: Match, ends: Ends) -> list[Command]:
    """What may follow a draft. An aside is given at once and beside it, so it must be legal without the draft."""
    if ends == "reveals":
        return []
    commands = [command for command in folded.legal(seat) if command.ASIDE or ends is None]
    if not any(command.ASIDE for command in commands):
        return commands
    on_record = match.legal(seat)
    return [command for command in commands if not command.ASIDE or command in on_record]


def meant(pointing: Pointing, path: Sequence[str]) -> Pointed:
    """What somebody means who pointed at these things; the last one alone if it begins something else."""
    for start in (tuple(path), tuple(path[-1:])):
        choices = pointing.beginning_with(start) if start else []
        if len(choices) == 1:
            return Pointed(choices[0].command)
        if choices:
            return Pointed(None, start)
    return Pointed(None)


def selected(pointing: Pointing, path: Sequence[str]) -> tuple[str, ...]:
    """The path, if commands begin with it; without one, the only thing on the table that anything begins with."""
    if path and pointing.beginning_with(path):
        return tuple(path)
    owed = [choice for choice in pointing.choices if not choice.command.ASIDE]
    first = {choice.path[0] for choice in owed if _kind(choice.path[0]) != _BAR}
    several = len(owed) > 1 and len(first) == 1 and all(len(it.path) > 1 for it in owed if it.path[0] in first)
    return tuple(first) if several else ()


def targets(pointing: Pointing, path: Sequence[str], name: Callable[[str], str]) -> dict[str, Target]:
    """What can be pointed at next: what follows on the path, what could stand in place of its first thing, the bar."""
    following = pointing.next_targets(path, name)
    if not path:
        return following
    kinds = {_kind(path[0]), _BAR}
    instead = pointing.next_targets((), name)
    return following | {
        thing: target
        for thing, target in instead.items()
        if thing not in following and thing not in path and _kind(thing) in kinds
    }


def _kind(thing: str) -> str:
    return thing.partition(":")[0]
