"""Every handler of the table."""

from services.web.table import composing, life, page, talking

HANDLERS = [*page.HANDLERS, *composing.HANDLERS, *life.HANDLERS, *talking.HANDLERS]
