"""The inbox as an Atom feed (RFC 4287): one entry for each game that waits."""

import re
from xml.etree import ElementTree as ET

from services.queries.waiting import WaitingGame, WaitingGames

MEDIA_TYPE = "application/atom+xml; charset=utf-8"
NAMESPACE = "http://www.w3.org/2005/Atom"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def feed(inbox: WaitingGames, own_address: str) -> bytes:
    """The whole feed; `own_address` is the one that it was asked for at."""
    root = ET.Element("feed", xmlns=NAMESPACE)
    _add(root, "id", inbox.id.urn)
    _add(root, "title", inbox.title)
    _add(root, "updated", max((item.updated for item in inbox.items), default=inbox.began))
    _add(ET.SubElement(root, "author"), "name", "Acta")
    _add(root, "link", rel="self", href=own_address)
    for item in inbox.items:
        _entry(root, item)
    document: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return document


def _entry(root: ET.Element, item: WaitingGame) -> None:
    entry = ET.SubElement(root, "entry")
    _add(entry, "id", item.id.urn)
    _add(entry, "title", item.title)
    _add(entry, "published", item.since)
    _add(entry, "updated", item.updated)
    _add(entry, "link", href=item.link)
    _add(entry, "summary", item.text)


def _add(parent: ET.Element, name: str, text: str = "", **attributes: str) -> None:
    """A child; what XML cannot say is replaced, so that no title can break the feed."""
    child = ET.SubElement(parent, name, attributes)
    child.text = _NOT_XML.sub("\ufffd", text) or None
