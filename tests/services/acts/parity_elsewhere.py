"""The rows of what begins at no table that is there already, and of what is done to other people.

A text that names a folder of tests says where the door is tried; any other says why the door does not offer the act.
"""

from tests.services.acts.rows import Row

API, WEB, CHAT = "tests/services/api", "tests/services/web", "tests/services/chat"
UNWANTED = "nobody has asked for it there"

ROWS = [
    Row("tables.open_table", API, WEB, CHAT),
    Row("tables.branch", API, WEB, "a position is looked at on the page"),
    Row("invitations.withdraw_invitation", API, "the page shows one link", "a chat shows no link"),
    Row("turns.propose", "a program knows what it wants", WEB, "a proposal has to be seen on the board"),
    Row("talk.mute", API, UNWANTED, UNWANTED),
    Row("talk.unmute", API, UNWANTED, UNWANTED),
    Row("vacations.announce_everywhere", API, WEB, CHAT),
]
