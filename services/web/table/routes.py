"""Every handler of the table."""

from services.web.table import composing, life, moments, page, planning, talking

_MODULES = (page, moments, composing, planning, life, talking)

HANDLERS = [handler for module in _MODULES for handler in module.HANDLERS]
