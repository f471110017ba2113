"""The platforms that the operator has set up, ready to be posted to."""

from functools import partial

from services.chat.discord.poster import DiscordPoster
from services.chat.pictures import board_png
from services.chat.slack.poster import SlackPoster
from services.chat.telling.poster import Poster
from services.foundation import Services
from services.queries.board_addresses import board_address


def posters(services: Services) -> dict[str, Poster]:
    """What posts to each platform, by its name."""
    draw, made = partial(board_png, services), dict[str, Poster]()
    if services.chat.discord is not None:
        made["discord"] = DiscordPoster(services.chat.discord, draw)
    if services.chat.slack is not None:
        made["slack"] = SlackPoster(services.chat.slack, draw, partial(board_address, services))
    return made
