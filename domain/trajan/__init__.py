"""Trajan (Stefan Feld, 2011) for two to four players."""

from domain.trajan.game import Trajan

GAME = Trajan()
