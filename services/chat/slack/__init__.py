"""Slack as a way to play: what people do there becomes requests to the core, and its answers Slack's."""
