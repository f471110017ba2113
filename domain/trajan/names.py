"""The words of Trajan: those of its own folder, and below them what every game says alike."""

from domain.kernel.words import Catalogue

WORDS = Catalogue.load("domain.trajan").merged(Catalogue.load("domain.kernel"))
