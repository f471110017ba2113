"""Notices: what people want to be told, what became of each delivery, and muted games."""

from services.api.notices import deliveries, settings, stop

HANDLERS = [*settings.HANDLERS, *deliveries.HANDLERS, *stop.HANDLERS]

__all__ = ["HANDLERS"]
