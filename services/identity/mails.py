"""The words of mail about an account itself."""

from typing import NamedTuple

from domain.kernel.words import Catalogue

_WORDS = Catalogue.load("services.identity")


class Mail(NamedTuple):
    subject: str
    text: str


def reset_mail(name: str, link: str) -> Mail:
    return _mail("reset", name=name, link=link)


def confirmation_mail(name: str, server: str, link: str) -> Mail:
    return _mail("confirmation", name=name, server=server, link=link)


def _mail(about: str, **fields: str) -> Mail:
    return Mail(_WORDS.say(f"subject.{about}", fields), _WORDS.say(f"text.{about}", fields))
