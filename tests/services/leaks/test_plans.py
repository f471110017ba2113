"""Nobody can tell who plans: a server on which others have planned their turns answers like one on which nobody has."""

from collections.abc import Sequence

import msgspec
import pytest

from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.plans import imagined_turn, planned
from domain.kernel.rng import KeyedRng
from domain.registry import GAMES
from services.foundation import Services
from services.settings import Settings
from services.store.plans import StoredPlan, StoredStep
from services.tables.planned_turns import rules_of
from tests.kit.taberna import GAME as TABERNA
from tests.kit.worlds import Table, WorldMatch, first_moves
from tests.services.leaks.shown_worlds import ACTOR, PAGES, Reader, Shown, WorldServer, shown
from tests.services.leaks.test_leaks import OPTIONS, PLAYERS, SEAT, Company, company, server, told_apart

__all__ = ["company", "server"]
pytestmark = pytest.mark.timeout(240)
LENGTHS = {"taberna": range(4, 30, 3), "concordia": range(20, 80, 12), "trajan": range(40, 90, 12)}
"""How many moves are played; at most of them somebody else than the first seat can plan."""
OTHERS = range(20, 90, 6)


class PlanningServer(WorldServer):
    """One at which everybody but the first seat has planned the next turn, wherever that is possible."""

    def __init__(self, services: Services, settings: Settings, players: Sequence[Reader]) -> None:
        super().__init__(services, settings)
        self._store_of_plans = services.people.plans
        self._players = players
        self.kept = 0

    async def _store(self, played: WorldMatch) -> None:
        await super()._store(played)
        for seat in map(Seat, range(1, PLAYERS)):
            plan = plan_of(played, seat)
            if plan is not None:
                user = UserId(self._players[seat].user_id)
                assert await self._store_of_plans.keep(played.id, user, plan, "") == "done"
                self.kept += 1


def plan_of(played: WorldMatch, seat: Seat) -> StoredPlan | None:
    """The plan of a seat to do the first thing that it may."""
    waiting = played.match.to_act()
    imagined = imagined_turn(played.match, seat, KeyedRng(b"any"))
    if imagined is None or (isinstance(waiting, tuple) and seat in waiting):
        return None
    steps = planned(imagined, seat, imagined.choices(seat)[:1])
    return StoredPlan(
        revision="1",
        seat=seat,
        made_at=Version(len(played.records)),
        rules=rules_of(played.match.game),
        alternatives=(tuple(StoredStep(msgspec.to_builtins(one.command), one.outcome, {}) for one in steps),),
    )


@pytest.mark.parametrize("game", [TABERNA, *GAMES], ids=lambda game: game.meta.slug)
async def test_nobody_can_tell_who_plans(company: Company, game: AnyGame) -> None:
    people = [UserId(player.user_id) for player in company.players]
    games: list[Shown] = []
    for number, length in enumerate(LENGTHS.get(game.meta.slug, OTHERS)):
        at = Table(game, GameId(f"{number:020x}"), people, number, OPTIONS.get(game.meta.slug, {}))
        true = first_moves(at, length)
        if any(plan_of(true, seat) for seat in map(Seat, range(1, PLAYERS))):
            games.append(shown(true, true, SEAT)[0])
    games = games[:2]
    services, settings = company.server.services, company.server.settings
    planning = PlanningServer(services, settings, company.players)
    pages = {"player": company.players[SEAT]._replace(routes=[*PAGES]), "passer-by": Reader(routes=[*PAGES])}
    for readers in (company.readers, pages):
        quiet = await company.server.show(games, readers, company.feeds)
        assert told_apart(quiet, await planning.show(games, readers, company.feeds)) == []
    assert planning.kept >= len(games) > 0
    assert ACTOR in company.readers
