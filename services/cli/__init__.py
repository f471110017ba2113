"""The command line: where everything is put together. It may import everything; nothing may import it."""

from services.cli.app import main

__all__ = ["main"]
