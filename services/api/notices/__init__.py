"""What people are told when they are not looking: their settings, what became of each delivery, muted games."""

from services.api.notices import deliveries, settings, stop

HANDLERS = [*settings.HANDLERS, *deliveries.HANDLERS, *stop.HANDLERS]

__all__ = ["HANDLERS"]
