"""What ends a command with a sentence instead of a traceback."""


class Refusal(Exception):
    """A command cannot be carried out; the text says why and what to do."""


class NotChecked(Refusal):
    """There was nothing to check, which is no verdict: its exit code is that of a command that was misspelled."""

    EXIT_CODE = 2
