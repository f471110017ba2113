"""Who follows a table: webhooks of its own and of its people, and the places in chats where it lives."""

from collections.abc import Collection

from domain.kernel.ids import GameId, UserId
from projections.followers import Follower
from projections.table_events import TABLE_EVENTS
from services.outbound.webhooks import WEBHOOK
from services.store.accounts.ids import is_user_id
from services.store.chat.bindings import Bindings, written
from services.store.webhooks import Webhook, Webhooks


class StoredFollowers:
    """Looks followers up."""

    def __init__(self, webhooks: Webhooks, bindings: Bindings) -> None:
        self._webhooks = webhooks
        self._bindings = bindings

    async def of(self, game: GameId, people: Collection[UserId]) -> list[Follower]:
        """Everyone who follows a table or one of the people who ever came to it; imported games may name strangers."""
        known = [user for user in sorted(people) if is_user_id(user)]
        hooks = [_webhook(one) for one in await self._webhooks.of(game, *known) if not one.stopped]
        places = [
            Follower(one.place.platform, written(one.place), one.by) for one in await self._bindings.of_table(game)
        ]
        # Another table's webhook of the same person is found by the person, and is not about this table.
        return [*places, *(follower for follower, about in hooks if about in {None, game})]


def _webhook(one: Webhook) -> tuple[Follower, GameId | None]:
    events = frozenset(one.events or TABLE_EVENTS)
    return Follower(WEBHOOK, one.id, one.owner, events, of_person=one.game is None), one.game
