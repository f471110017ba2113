"""The streams of the API."""

from services.api.live import my_games, stream

HANDLERS = [*stream.routes, *my_games.routes]
