"""The inbox for calendars and feed readers, at an address that is secret because those programs cannot log in."""

from services.api.feeds import addresses, documents

HANDLERS = [*addresses.HANDLERS, *documents.HANDLERS]

__all__ = ["HANDLERS"]
