"""Webhooks: events of tables, posted to an address of their owner's."""

from services.api.webhooks import deliveries, webhooks

HANDLERS = [*webhooks.routes, *deliveries.routes]

__all__ = ["HANDLERS"]
