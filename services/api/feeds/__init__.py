"""The inbox for calendars and feed readers, at an address that is secret because those programs cannot log in."""

from services.api.feeds import addresses, documents

HANDLERS = [*addresses.routes, *documents.routes]

__all__ = ["HANDLERS"]
