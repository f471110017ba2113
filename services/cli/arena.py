"""`acta arena`: bots play each other many times on all cores, without a store, and the figures are printed."""

import statistics
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import Progress

from domain.kernel.errors import BadOptions, NotFound
from domain.kernel.languages import ENGLISH
from domain.kernel.lobby import checked_options
from domain.registry import Registry
from services.cli.errors import Refusal
from services.cli.flags import Flags, settings_from
from services.cli.output import note, say, show_table
from services.queries.refusals import bad_options
from services.settings import Settings
from workers.arena import LOOKS, BotStanding, Outcome, PlannedGame, bot_and_looks, play_games, standings
from workers.bots.registry import bots_by_name

_AT_LEAST_ONE = Number(gte=1)
_A_SHARE = Number(gte=0, lte=1)


def arena(
    game: Annotated[str, Parameter(help="A game of the catalog, such as concordia.")],
    *,
    bots: Annotated[
        str, Parameter(help="The bots at the table, separated by commas; `planner:500` takes 500 looks at most.")
    ] = "greedy,random",
    games: Annotated[int, Parameter(help="How many games to play.", validator=_AT_LEAST_ONE)] = 100,
    looks: Annotated[
        int, Parameter(help="How many turns a bot can try out before it plays.", validator=_AT_LEAST_ONE)
    ] = LOOKS,
    options: Annotated[str, Parameter(help="Table options as JSON.")] = "{}",
    first_seed: Annotated[int, Parameter(help="Seed of the first game; the same seeds give the same games.")] = 0,
    processes: Annotated[
        int | None, Parameter(help="How many games at a time; by default one per core.", validator=_AT_LEAST_ONE)
    ] = None,
    at_least: Annotated[
        float,
        Parameter(help="The share of games that the first bot must win, or the exit code is 1.", validator=_A_SHARE),
    ] = 0.0,
    surely: Annotated[
        float, Parameter(help="What the interval of that share may not fall below.", validator=_A_SHARE)
    ] = 0.0,
    flags: Flags | None = None,
) -> int:
    """Play, and print win rates with their 95 % intervals, scores, margins and points by source."""
    settings = settings_from(flags)
    names = tuple(name.strip() for name in bots.split(","))
    _check_bots(settings, names)
    terms = _checked(Registry.with_extra(settings.games), game, names, options)
    planned = [
        PlannedGame(game, settings.games, names, terms, first_seed + n, looks, settings.bots) for n in range(games)
    ]
    outcomes = _played(planned, processes)
    table = standings(outcomes, names)
    _print(table, outcomes)
    first = table[0]
    if first.win_rate < at_least:
        note(f"{names[0]} won {first.win_rate:.1%} of the games of {game}, fewer than {at_least:.1%}.")
    elif first.low < surely:
        note(f"{names[0]} may win only {first.low:.1%} of all games of {game}, fewer than {surely:.1%}.")
    else:
        return 0
    return 1


def _check_bots(settings: Settings, names: Sequence[str]) -> None:
    known = bots_by_name(settings.bots)
    mistaken = [told for told in names if ":" in told and not told.partition(":")[2].isdecimal()]
    if mistaken:
        raise Refusal(f"{mistaken[0]!r} names no number of looks; planner:500 would.")
    unknown = [name for name, _ in map(bot_and_looks, names) if name not in known]
    if unknown:
        raise Refusal(f"There is no bot {unknown[0]!r}; there are {', '.join(known)}.")


def _checked(registry: Registry, game: str, names: Sequence[str], options: str) -> Mapping[str, Any]:
    """The table's options in full, or a refusal of what does not exist or fit."""
    try:
        return checked_options(registry.get(game), msgspec.json.decode(options), len(names))
    except NotFound as error:
        raise Refusal(f"There is no game {game!r}; there are {', '.join(g.meta.slug for g in registry)}.") from error
    except BadOptions as error:
        found = bad_options(registry, error)
        raise Refusal(f"This table is not possible: {found.path}: {found.rule.said(ENGLISH)}.") from error
    except msgspec.DecodeError as error:
        raise Refusal(f"This table is not possible: {error}.") from error


def _played(planned: Sequence[PlannedGame], processes: int | None) -> list[Outcome]:
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        return list(progress.track(play_games(planned, processes), len(planned), description="Playing"))


def _print(table: Sequence[BotStanding], outcomes: Sequence[Outcome]) -> None:
    rows = (
        (
            row.bot,
            str(row.games),
            f"{row.win_rate:.1%}",
            f"{row.low:.1%} – {row.high:.1%}",
            f"{row.mean_score:.1f}",
            f"{row.mean_margin:+.1f}",
        )
        for row in table
    )
    show_table(("bot", "games", "wins", "95 %", "mean score", "mean margin"), rows)
    say(f"A game took {statistics.fmean(outcome.choices for outcome in outcomes):.0f} choices.")
    for row in table:
        sources = ", ".join(f"{source} {points:.1f}" for source, points in row.by_source.items())
        say(f"{row.bot} scored by source: {sources}")
