"""What the rules in short say of a kind of thing: the part of their text that is marked as being about it."""

import re
from collections.abc import Mapping
from functools import cache
from html import unescape
from typing import NamedTuple

from services.web.rules.pages import summary

_MARKED = re.compile(
    r"(?:<(?P<head>dt|th)[^>]*>(?P<name>[^<]+)</(?P=head)>)?"
    r'<(?P<tag>\w+) data-about="(?P<kinds>[^"]+)">(?P<text>.+?)</(?P=tag)>'
)
_TAG = re.compile(r"<[^>]+>")
_OF_SEAT = re.compile(r"seat-\d+:")


class RuleAbout(NamedTuple):
    """A few sentences of the rules, and what they stand under, if that is the name of a thing."""

    name: str
    text: str


def rule_about(slug: str, thing: str, language: str) -> RuleAbout | None:
    """The rule about a thing on the table, whoever it belongs to; none if there is none."""
    return _rules(slug, language).get(_OF_SEAT.sub("", thing).partition(":")[0])


@cache
def _rules(slug: str, language: str) -> Mapping[str, RuleAbout]:
    found: dict[str, RuleAbout] = {}
    for marked in _MARKED.finditer(summary(slug, language) or ""):
        rule = RuleAbout(unescape(marked["name"] or ""), unescape(_TAG.sub("", marked["text"])))
        found |= dict.fromkeys(marked["kinds"].split(), rule)
    return found
