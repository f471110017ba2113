"""Concordia by Mac Gerdts: the base game for two to five players."""

from domain.concordia.game import Concordia

GAME = Concordia()
