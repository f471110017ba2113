"""What ends a command with a sentence instead of a traceback."""


class CannotServe(Exception):
    """The server cannot be brought up; the text says why and what to do."""
