"""Positions worth looking at, out of games that greedy bots have played; the same ones in every run."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from services.queries.captions import caption_of
from services.queries.last_turn import changed_things, last_turn
from services.render.drawing import Drawing
from services.render.orders import PictureOrder, drawing_of
from services.render.pointing import Pointing
from services.render.registry import renderer_of
from tests.kit.logged_match import LoggedMatch
from workers.bots.bot import BotTurn, Budget
from workers.bots.greedy import GreedyBot

NAMES = ("Livia", "Marcus", "Quinta", "Severus", "Octavia")
LOOKS_A_TURN = 60


class Table(NamedTuple):
    """A game, how many play it, and its options."""

    game: AnyGame
    players: int
    options: Mapping[str, Any] = {}

    @property
    def name(self) -> str:
        told = [str(value) if value is not True else key for key, value in self.options.items()]
        return "-".join([self.game.meta.slug, str(self.players), *told])


class Position(NamedTuple):
    """A match at a moment, and the match before its last turn began."""

    moment: str
    match: Match
    before: Match
    words: tuple[str, ...]

    @property
    def players(self) -> tuple[str, ...]:
        return NAMES[: len(self.match.table.chairs)]

    def order(self, seat: Seat | None, look: str = "light", lang: str = "en") -> PictureOrder:
        """The picture for a reader."""
        match = self.match
        return PictureOrder(
            view=match.game.view(match.state, seat),
            players=self.players,
            seat=seat,
            caption=caption_of(match, self.players, self.words, lang),
            changed=changed_things(self.before, match, seat),
            look="dark" if look == "dark" else "light",
            lang=lang,
        )

    def composing(self, seat: Seat, look: str = "light", steps: int = 0) -> Drawing:
        """The table of a seat that is choosing: what can be pointed at next, after the first things were chosen."""
        match, renderer = self.match, renderer_of(self.match.game.meta.slug)
        drawing = drawing_of(match.game, self.order(seat, look))
        labels = [
            (command, match.game.label(drawing.view, command, players=self.players)) for command in match.legal(seat)
        ]
        pointing = Pointing(labels, renderer.handles)
        longest = max((choice.path for choice in pointing.choices), key=len, default=())
        chosen = longest[: min(steps, max(len(longest) - 1, 0))]
        targets = pointing.next_targets(chosen, lambda thing: renderer.thing_name(drawing, thing))
        return _with(drawing, legal=targets, chosen=frozenset(chosen))


def _with(drawing: Drawing, **changes: Any) -> Drawing:  # noqa: ANN401 - fields of a drawing
    fields = {name: getattr(drawing, name) for name in drawing.__struct_fields__}
    return Drawing(**{**fields, **changes})


def positions(table: Table, seed: int = 7) -> Iterator[Position]:
    """The start, the middle and the end of a game."""
    logged = LoggedMatch(table.game, table.players, seed, table.options)
    kept = [_kept(logged)]
    rng = random.Random(seed)
    while not logged.match.table.over:
        _go_on(logged, rng)
        kept.append(_kept(logged))
    for moment, index in (("start", 0), ("middle", len(kept) // 2), ("end", len(kept) - 1)):
        version, match = kept[index]
        turn = last_turn(logged.codec, logged.records[:version])
        known = {chair.user: name for chair, name in zip(match.table.chairs, NAMES, strict=False) if chair.user}
        before = next((match for version, match in reversed(kept) if version <= turn.before), match)
        yield Position(moment, match, before, turn.in_words(table.game.words, known, "en"))


def _kept(logged: LoggedMatch) -> tuple[int, Match]:
    return len(logged.records), logged.match.copy()


def _go_on(logged: LoggedMatch, rng: random.Random) -> None:
    waiting = logged.match.to_act()
    if isinstance(waiting, Step):
        logged.resolve()
        return
    seat = waiting[0]
    drafts = [*GreedyBot().choose(BotTurn.of(logged.match, seat), rng, Budget(looks=LOOKS_A_TURN))]
    logged.play(seat, *drafts[-1])
