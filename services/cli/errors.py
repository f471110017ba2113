"""What ends a command with a sentence instead of a traceback."""


class Refused(Exception):
    """A command cannot be carried out; the text says why and what to do."""
