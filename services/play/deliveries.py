"""Sending again what was parked."""

from domain.kernel.ids import UserId
from services.bootstrap import Services
from services.store.outbox import Settled, StoredDelivery


async def send_again(services: Services, user: UserId, delivery_id: str) -> StoredDelivery:
    """Put a parked delivery of a person back on its way, and give what became of it; asking twice sends it once."""
    kept = await services.outbox.get(user, delivery_id)
    now = services.tables.now()
    waits = Settled("waiting", due=now, attempts=0)
    if kept.state == "parked" and await services.outbox.settle(kept.delivery.id, waits, now, before="parked"):
        services.jobs.submit_delivery(kept.delivery.id, str(now))
    return await services.outbox.get(user, delivery_id)
