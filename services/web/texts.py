"""What pages say, from the catalogues of every area, in the reader's language.

A template calls `say("home.title", count=3)`. A value that is HTML already (an element, a link) may stand within a
sentence: everything around it is escaped.
"""

from functools import cache
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from domain.kernel.words import Catalogue

PACKAGES: tuple[str, ...] = (
    "services.acts",
    "services.web",
    "services.web.accounts",
    "services.web.analysis",
    "services.web.learn",
    "services.web.lobby",
    "services.web.new_table",
    "services.web.people",
    "services.web.proof",
    "services.web.record",
    "services.web.rules",
    "services.web.settings",
    "services.web.table",
    "services.web.admin",
)
"""The packages whose words pages say; keys of an area begin with its name. Loading one must import no handler."""


def _loaded() -> Catalogue:
    found = Catalogue({})
    for package in PACKAGES:
        found = found.merged(Catalogue.load(package))
    return found


WORDS = _loaded()


@pass_context
def say(context: Context, key: str, **args: Any) -> str:  # noqa: ANN401 - whatever the words name
    """Put the words of a key together, in the language of the page."""
    return said(key, context["lang"], args)


def said(key: str, lang: str, args: dict[str, Any]) -> str:
    """Put the words of a key together in a language, outside of a template."""
    if not args:
        return _fixed(key, lang)
    held = {f"\ue000{number}\ue001": name for number, name in enumerate(args) if hasattr(args[name], "__html__")}
    if not held:
        return WORDS.say(key, args, lang=lang)
    text = str(escape(WORDS.say(key, {**args, **{name: mark for mark, name in held.items()}}, lang=lang)))
    for mark, name in held.items():
        text = text.replace(mark, args[name].__html__())
    return Markup(text)  # noqa: S704 - escaped above, but for what was HTML before


@cache
def _fixed(key: str, lang: str) -> str:
    """Words that are always the same; most of a page is."""
    return WORDS.say(key, {}, lang=lang)


def has_words(key: str) -> bool:
    """Whether there are words for a key."""
    return key in WORDS.languages["en"]
