"""What an operator can set: one frozen value, built once at start and handed down."""

from services.settings.secret import Secret
from services.settings.sources import SettingsError, load
from services.settings.values import Settings

__all__ = ["Secret", "Settings", "SettingsError", "load"]
