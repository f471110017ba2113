"""The words of the chat core."""

from domain.kernel.words import Catalogue

WORDS = Catalogue.load("services.chat")
