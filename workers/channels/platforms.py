"""The platforms that the operator has set up, ready to be posted to."""

from functools import partial

from services.bootstrap import Services, discord, slack
from services.outbound.chat.posters import DiscordPoster, Poster, SlackPoster
from workers.channels import boards


def posters(services: Services) -> dict[str, Poster]:
    """What posts to each platform, by its name."""
    draw, found = partial(boards.draw, services), dict[str, Poster]()
    on_discord, on_slack = discord(services.settings), slack(services.settings)
    if on_discord is not None:
        found["discord"] = DiscordPoster(on_discord, draw)
    if on_slack is not None:
        found["slack"] = SlackPoster(on_slack, draw, partial(boards.address, services))
    return found
