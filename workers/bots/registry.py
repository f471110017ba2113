"""Every bot by its name, imported."""

from collections.abc import Iterable, Mapping

from domain.kernel.errors import BadReference
from domain.kernel.references import named
from services.bots import bot_references
from workers.bots.bot import Bot


def bots_by_name(extra: Iterable[str] = ()) -> Mapping[str, Bot]:
    """The bots that come with the server and further ones, each of those given as `module:NAME`."""
    return {name: _imported(reference) for name, reference in bot_references(extra).items()}


def _imported(reference: str) -> Bot:
    bot = named(reference)
    if not isinstance(bot, Bot):
        raise BadReference(reference, "it is not a bot")
    return bot
