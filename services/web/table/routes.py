"""Every handler of the table."""

from services.web.table import composing, life, moments, page, talking

HANDLERS = [*page.HANDLERS, *moments.HANDLERS, *composing.HANDLERS, *life.HANDLERS, *talking.HANDLERS]
