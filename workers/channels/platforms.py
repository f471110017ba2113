"""The platforms that the operator has set up, ready to be posted to."""

from functools import partial

from services.bootstrap import Services
from services.outbound.chat.posters import DiscordPoster, Poster, SlackPoster
from services.play.board_addresses import board_address
from workers.boards import board_png


def posters(services: Services) -> dict[str, Poster]:
    """What posts to each platform, by its name."""
    draw, found = partial(board_png, services), dict[str, Poster]()
    if services.discord is not None:
        found["discord"] = DiscordPoster(services.discord, draw)
    if services.slack is not None:
        found["slack"] = SlackPoster(services.slack, draw, partial(board_address, services))
    return found
