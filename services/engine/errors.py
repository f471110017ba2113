"""The one error of this package."""


class EngineError(Exception):
    """A server cannot be used; the text says why and what to do."""
