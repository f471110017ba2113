"""`acta sender`: the process that sends mail, webhooks, and what is told in chats."""

from services.cli.flags import Flags, configured
from workers.sending import run_sender


def sender(flags: Flags | None = None) -> None:
    """Send until a signal ends the process."""
    run_sender(configured(flags))
