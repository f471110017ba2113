"""`acta arena`: bots play each other many times on all cores, without a store, and the figures are printed."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import track
from rich.table import Table

from domain.kernel.errors import BadOptions, NotFound
from domain.kernel.lobby import checked_options
from domain.registry import Registry
from services.cli.errors import Refused
from services.cli.flags import Flags, settings_from
from workers.arena import LOOKS, Bout, Standing, play_bouts, standings
from workers.bots.choosers import BOTS


def arena(
    game: Annotated[str, Parameter(help="A game of the catalog, such as concordia.")],
    *,
    bots: Annotated[str, Parameter(help="The bots at the table, separated by commas.")] = "greedy,random",
    games: Annotated[int, Parameter(help="How many games to play.")] = 100,
    looks: Annotated[int, Parameter(help="How many turns a bot may try in its mind before it chooses.")] = LOOKS,
    options: Annotated[str, Parameter(help="Table options as JSON.")] = "{}",
    first_seed: Annotated[int, Parameter(help="Seed of the first game; the same seeds give the same games.")] = 0,
    flags: Flags | None = None,
) -> None:
    """Play, and print win rates with their 95 % intervals, scores, margins and points by source."""
    settings = settings_from(flags)
    names = tuple(bots.split(","))
    _check(Registry.with_extra(settings.games), game, names, options)
    table_options = msgspec.json.decode(options)
    bouts = [Bout(game, settings.games, names, table_options, first_seed + n, looks) for n in range(games)]
    played = track(play_bouts(bouts), "Playing", len(bouts), console=Console(stderr=True), transient=True)
    _print(standings([outcome for _, outcome in played], names))


def _check(registry: Registry, game: str, names: Sequence[str], options: str) -> None:
    unknown = [name for name in names if name not in BOTS]
    if unknown:
        raise Refused(f"There is no bot {unknown[0]}; there are {', '.join(BOTS)}.")
    try:
        checked_options(registry.get(game), msgspec.json.decode(options), len(names))
    except NotFound as error:
        raise Refused(f"There is no game {game}; there are {', '.join(g.meta.slug for g in registry)}.") from error
    except (BadOptions, msgspec.DecodeError) as error:
        raise Refused(f"These options do not fit: {error}") from error


def _print(table: Sequence[Standing]) -> None:
    shown = Table("bot", "games", "wins", "95 %", "mean score", "mean margin")
    for row in table:
        shown.add_row(
            row.bot,
            str(row.games),
            f"{row.win_rate:.1%}",
            f"{row.low:.1%} – {row.high:.1%}",
            f"{row.mean_score:.1f}",
            f"{row.mean_margin:+.1f}",
        )
    console = Console(soft_wrap=True)
    console.print(shown)
    for row in table:
        sources = ", ".join(f"{source} {points:.1f}" for source, points in row.by_source.items())
        console.print(f"{row.bot} scored by source: {sources}")
