"""Whether anybody is there to see what bots do: tables without people are paced, and come after all others."""

from domain.kernel.clock import SECOND, moment
from domain.kernel.ids import UserId
from domain.kernel.log import asked_by, batches
from domain.kernel.match import SYSTEM
from domain.kernel.table import Table
from services.foundation import Services
from services.tables.folding import MatchAt

_ACTED_SECONDS = 300
"""How long somebody who chose something counts as there."""
_NEWEST = 300
"""Events among which the last choice of a person is looked for."""


async def is_attended(services: Services, loaded: MatchAt) -> bool:
    """Whether one of the people of a table looks at it, or chose something just now."""
    table, game_id = loaded.match.table, loaded.game_id
    people = {chair.user for chair in table.chairs if chair.user is not None} | {table.host}
    for person in people:
        if await services.people.presence.is_looking(game_id, person):
            return True
    records = await services.tables.store.read(game_id, after=max(0, loaded.version - _NEWEST))
    acts = [batch[-1].envelope().at for batch in batches(records) if _is_person(table, asked_by(batch))]
    return bool(acts) and services.tables.now() - moment(acts[-1]) < _ACTED_SECONDS * SECOND


def _is_person(table: Table, actor: int | str) -> bool:
    if isinstance(actor, int):
        return actor < len(table.chairs) and table.chairs[actor].human
    return actor != SYSTEM and UserId(actor) in {table.host, *(chair.user for chair in table.chairs)}
