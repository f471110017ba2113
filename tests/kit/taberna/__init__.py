"""Taberna, a small game that exercises every feature of the kernel. It lives only in the tests.

Each round every seat is dealt three cards and secretly lays one. The laid cards are revealed; from the highest card
down each seat runs errands: it sells, gives a gift that its neighbour must answer out of turn, feasts (two errands
more, once a turn) or draws a card. At the end of a round coins are scored, the richest seat may donate one, and the
next round begins.
"""

from tests.kit.taberna.game import Taberna

GAME = Taberna()
