"""Notices: what people want to be told, what became of each delivery, and muted games."""

from services.api.notices import deliveries, settings

HANDLERS = [*settings.routes, *deliveries.routes]

__all__ = ["HANDLERS"]
