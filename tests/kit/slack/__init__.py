"""Slack's side of the conversation: its API and the people who click, as strict as Slack and louder.

What Slack refuses is refused here with the same codes; what it swallows without a word fails the test.
"""

from tests.kit.discord.people import SilentFailure, TooLate
from tests.kit.slack.people import SlackPerson
from tests.kit.slack.server import slack_server
from tests.kit.slack.world import BOT_TOKEN, SIGNING_SECRET, TEAM, OpenView, Shown, Slack

__all__ = [
    "BOT_TOKEN",
    "SIGNING_SECRET",
    "TEAM",
    "OpenView",
    "Shown",
    "SilentFailure",
    "Slack",
    "SlackPerson",
    "TooLate",
    "slack_server",
]
