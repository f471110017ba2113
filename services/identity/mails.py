"""The words of mail about an account itself."""

from typing import NamedTuple

from domain.kernel.words import Catalogue

_WORDS = Catalogue.load("services.identity")


class Mail(NamedTuple):
    subject: str
    text: str


def reset_mail(name: str, link: str, lang: str) -> Mail:
    return _mail("reset", lang, name=name, link=link)


def confirmation_mail(name: str, server: str, link: str, lang: str) -> Mail:
    return _mail("confirmation", lang, name=name, server=server, link=link)


def _mail(about: str, lang: str, **fields: str) -> Mail:
    return Mail(_WORDS.say(f"subject.{about}", fields, lang=lang), _WORDS.say(f"text.{about}", fields, lang=lang))


def on_its_way(about: str, lang: str) -> str:
    """What is answered to somebody who asked for such a mail."""
    return _WORDS.say(f"asked.{about}", {}, lang=lang)
