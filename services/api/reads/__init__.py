"""The routes that explain: timeline, ledger, recap and difference of a game; the inbox and the page of a person.

What belongs to one game is read from its log when it is asked for, so that it is never behind the game: a page of the
timeline costs the same however long the log is, and the rest a few milliseconds for a thousand events. What spans
games (lists, inbox, profiles) is read from the stored models.
"""

from services.api.reads import analysis, heads, history, people

HANDLERS = [*history.routes, *analysis.routes, *people.routes, *heads.routes]

__all__ = ["HANDLERS"]
