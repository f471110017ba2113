"""English that is left in another language: words that only the English catalogues, glossaries and rules have.

Whatever reaches a reader is taken apart into its texts first: pages, pictures and feeds, JSON, calendars, messages.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import html5lib
import httpx
from babel import Locale

from domain.kernel.languages import ENGLISH
from tests.words.catalogues import GAMES, ROOT, catalogue, packages

WORD = re.compile(r"(?<![\w/.@-])[^\W\d_]{2,}(?![\w/@…-])")
_INSERTED = re.compile(r"\{[^}]*\}|`[^`]*`|<[^>]*>|\S+://\S+|^[a-z_.]+(?=\s?: )")
"""What stands in a message for something else, what is quoted from a program, addresses, the name of a field."""
_UNREAD = {"script", "style", "code", "kbd", "pre"}
_SPOKEN_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "label", "data-copied")
_TOLD = {
    "label",
    "group",
    "text",
    "title",
    "detail",
    "name",
    "names",
    "description",
    "line",
    "written",
    "placeholder",
    "alt",
}
"""The fields of JSON that are read by people, whatever they hold; others are if they hold a sentence."""
_OF_PROGRAMS = {"$ref", "$defs", "properties"}
"""A schema holds one of these: it describes a game to programs, in English as the rest of the API's document."""
_CALENDAR = re.compile(r"^(?:SUMMARY|DESCRIPTION|X-WR-CALNAME)[^:]*:(.*(?:\r?\n .*)*)", re.MULTILINE)


def english_in(texts: Iterable[str], language: str, names: Iterable[str] = ()) -> dict[str, list[str]]:
    """The texts that hold English words, each with them; `names` are what people called themselves and their tables."""
    found: dict[str, list[str]] = {}
    only_english = _only_english(language)
    for text in texts:
        plain = _INSERTED.sub(" ", text)
        for name in names:
            plain = plain.replace(name, " ")
        wrong = [word for word in WORD.findall(plain) if word.lower() in only_english]
        if wrong:
            found[" ".join(text.split())[:200]] = wrong
    return found


@cache
def _only_english(language: str) -> frozenset[str]:
    return _words_of(ENGLISH) - _words_of(language)


@cache
def _words_of(language: str) -> frozenset[str]:
    """Every word that is said in a language."""
    texts = [text for package in packages() for text in catalogue(package).languages.get(language, {}).values()]
    texts += [page.read_text("utf-8") for page in (ROOT / "services/web/rules" / language).glob("*.html")]
    for glossary in (ROOT / "domain").glob("*/glossary.toml"):
        texts += [term[language] for term in tomllib.loads(glossary.read_text("utf-8")).values()]
    texts += _printed()
    calendar = Locale(language)
    texts += [name for names in (calendar.months, calendar.days) for name in names["format"]["wide"].values()]
    return frozenset(word.lower() for text in texts for word in WORD.findall(_INSERTED.sub(" ", text)))


def _printed() -> list[str]:
    """Names that are printed on boards, which are the same in every language."""
    known = {key for package in packages() for key in catalogue(package).languages[ENGLISH]}
    return [text for game in GAMES for key, text in game.words.languages[ENGLISH].items() if key not in known]


def texts_of(answer: httpx.Response) -> list[str]:
    """Everything in an answer that is read by people."""
    kind = answer.headers["content-type"].partition(";")[0]
    if kind == "text/html":
        return [*_texts_of_page(html5lib.parse(answer.text, namespaceHTMLElements=False))]
    if kind.endswith("json"):
        return [*told(answer.json())]
    if kind.endswith("xml"):
        return [*_texts_of_page(fromstring(answer.text))]
    if kind == "text/plain":
        return [answer.text]
    assert kind == "text/calendar", kind
    return [re.sub(r"\r?\n ", "", text).replace("\\n", " ") for text in _CALENDAR.findall(answer.text)]


def _texts_of_page(element: Element, lang: str | None = None) -> Iterator[str]:
    """The texts of a page, a part of one or a picture; what is said to be in another language is left out."""
    own = element.get("lang")
    if str(element.tag).rpartition("}")[2] in _UNREAD or (lang and own and own != lang):
        return
    lang = lang or own
    yield from (element.attrib[name] for name in _SPOKEN_ATTRIBUTES if name in element.attrib)
    if element.get("name") == "description":
        yield element.get("content", "")
    if isinstance(element.tag, str):  # not a comment
        yield element.text or ""
    for child in element:
        yield from _texts_of_page(child, lang)
        yield child.tail or ""


def told(value: Any, key: str = "") -> Iterator[str]:  # noqa: ANN401 - any JSON
    """The texts of JSON."""
    if isinstance(value, dict):
        unread = {"printed", "label"} if "text" in value else {"printed"}  # data as they are; what has a text has an id
        for name, inner in value.items():
            if name not in unread and not _OF_PROGRAMS & value.keys():
                yield from told(inner, key if key == "names" else name)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from told(inner, key)
    elif isinstance(value, str) and (key in _TOLD or re.search(r"[^\W\d_]{2} [^\W\d_]", value)):
        yield value
