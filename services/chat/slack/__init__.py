"""Slack as a way to play: what people do there becomes requests to the core, and its answers Slack's."""

from services.chat.slack.routes import HANDLERS

__all__ = ["HANDLERS"]
