"""The words of Taberna: those of its own folder, and below them what every game says alike."""

from domain.kernel.words import Catalogue

WORDS = Catalogue.load("tests.kit.taberna").merged(Catalogue.load("domain.kernel"))
