"""Words between people: table talk, private notes, muted people, and reports for the admins.

None of it is an event. A game's log, its timeline and its export know nothing of what was said.
"""

from services.api.talk import lines, mutes, notes, reports

HANDLERS = [*lines.routes, *notes.routes, *mutes.routes, *reports.routes]

__all__ = ["HANDLERS"]
