"""Notices: what people want to be told, what became of each delivery, and muted games."""

from services.api.notices import deliveries, settings

HANDLERS = [*settings.HANDLERS, *deliveries.HANDLERS]

__all__ = ["HANDLERS"]
