"""`acta picture`: draw the table of a game, at its end or at any version."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter

from domain.kernel.envelope import Codec, Record
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat, UserId
from domain.kernel.log import read
from domain.kernel.match import Match
from domain.kernel.player_names import Holder, names_at_table
from domain.kernel.replay import fold
from domain.kernel.table import Table
from domain.kernel.words import SHARED
from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.game_logs import game_of, has_our_rules, names_in, up_to
from services.cli.output import say
from services.queries.captions import caption_of, unjudged_caption
from services.queries.last_turn import MOST_RECORDS, changed_things, last_turn
from services.render.orders import PictureOrder, drawn, drawn_as_png
from services.render.png import NARROWEST, WIDEST
from services.story.timeline import seating


def picture(
    source: Annotated[str, Parameter(help="An exported file, or the id of a game.")],
    *,
    at: Annotated[int | None, Parameter(help="The version to show; default: the newest.")] = None,
    as_: Annotated[int | None, Parameter(name="--as", help="The seat to look from; default: a spectator.")] = None,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"], help="A file that ends in .svg or .png.")] = None,
    theme: Literal["light", "dark"] = "light",
    width: Annotated[int, Parameter(help=f"Pixels of a PNG, {NARROWEST} to {WIDEST}.")] = 1200,
    lang: str = "en",
    flags: Flags | None = None,
) -> None:
    """Draw a table as SVG or PNG."""
    target = output or Path("board.png")
    if target.suffix not in {".svg", ".png"}:
        raise Refusal(f"The name of the picture must end in .svg or .png, not {target.name}.")
    if not NARROWEST <= width <= WIDEST:
        raise Refusal(f"A picture is {NARROWEST} to {WIDEST} pixels wide.")
    settings = settings_from(flags)
    game, records = game_of(source, settings)
    log = GameLog(game, records, names_in(source, records, settings))
    order = log.order(up_to(records, at), as_, theme, lang)
    _ = target.write_bytes(
        drawn(log.game, order).svg.encode() if target.suffix == ".svg" else drawn_as_png(log.game, order, width)
    )
    say(f"{target}")


class GameLog:
    """The log of a game with all that it opens, ready to be drawn at any version."""

    def __init__(
        self, game: AnyGame, records: list[Record], names: Mapping[UserId, str], extra_games: Sequence[str] = ()
    ) -> None:
        self.game = game
        self._names = names
        self.extra_games = extra_games
        self.records = records
        self._codec = Codec(game)
        self._judged = has_our_rules(game, records)

    def match(self, version: int) -> Match:
        """The game as it stood."""
        try:
            return fold(self.game, b"", read(self._codec, self.records[:version]))
        except msgspec.ValidationError as error:
            raise Refusal(
                "This copy of the log does not open what is sealed: a running game cannot be drawn from it."
            ) from error

    def order(self, version: int, seat: int | None, theme: Literal["light", "dark"], lang: str) -> PictureOrder:
        """What has to be drawn to show the game at a version."""
        match = self.match(version)
        if match.state is None:
            raise Refusal("The game has not begun at that version: there is no board yet.")
        chairs = match.table.chairs
        if seat is not None and not 0 <= seat < len(chairs):
            raise Refusal(f"This table has the seats 0 to {len(chairs) - 1}.")
        players = players_at(match.table, self._names, lang)
        reader = None if seat is None else Seat(seat)
        after = max(version - MOST_RECORDS, 0)
        turn = last_turn(self._codec, self.records[after:version], seating(self._codec, self.records[:after]))
        happened = turn.in_words(self.game.words, {c.user: players[n] for n, c in enumerate(chairs) if c.user}, lang)
        caption = caption_of(match, players, happened, lang)
        return PictureOrder(
            view=self.game.view(match.state, reader),
            players=tuple(players),
            seat=reader,
            caption=caption if self._judged else unjudged_caption(caption, lang),
            changed=changed_things(self.match(turn.before), match, reader),
            look=theme,
            lang=lang,
        )


def players_at(table: Table, names: Mapping[UserId, str], lang: str) -> list[str]:
    """What the players of a table are called; those whose name is not known are called by their seats."""
    known = [chair.user in names if chair.user is not None else chair.bot is not None for chair in table.chairs]
    called = names_at_table([Holder(chair.user, chair.bot) for chair in table.chairs], names, lang)
    return [
        name if known[seat] else SHARED.say("player.seat", {"seat": seat}, lang=lang)
        for seat, name in enumerate(called)
    ]
