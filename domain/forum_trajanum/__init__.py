"""Forum Trajanum (Stefan Feld, HUCH! 2018), for 2 to 4 players, with all variants of its rule book."""

from domain.forum_trajanum.game import ForumTrajanum

GAME = ForumTrajanum()
