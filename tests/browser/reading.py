"""What a reader would stumble over on a page: text that is cut off or sticks out, and words that are still English."""

import re
from functools import cache
from typing import Any

from playwright.sync_api import Page

from domain.kernel.languages import ENGLISH
from tests.words.catalogues import catalogue, packages

_STICKING_OUT = """() => {
  const root = document.documentElement, found = [];
  // The second row of a market stands below the first one: it was drawn beside it, and is moved.
  const within = (it, place) => {
    const inner = it.getBoundingClientRect(), outer = place.getBoundingClientRect();
    return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
  };
  // What stands in the margin on purpose: the ears of a tablet, rows and boards that go to the edges of a phone.
  const plain = new CSSStyleSheet();
  plain.replaceSync(".ansa{display:none!important}.side,.stage,.deck,.now{margin-inline:0!important}");
  if (root.scrollWidth > innerWidth + 1) found.push(`the page is ${root.scrollWidth} wide, the window ${innerWidth}`);
  document.adoptedStyleSheets = [plain];
  for (const one of document.body.querySelectorAll("*")) {
    if (one.matches(".menu[open], :has(> .menu[open])")) continue;  // a menu floats above what it belongs to
    if (one.closest("svg, .vh, [hidden]") || !one.checkVisibility() || one.scrollWidth <= one.clientWidth + 1) continue;
    const {clipPath, display, overflowX, textOverflow} = getComputedStyle(one);
    if (clipPath !== "none" || one.clientWidth <= 1) continue;  // for screen readers alone
    if (/^inline|^contents/.test(display) || /auto|scroll/.test(overflowX)) continue;
    if (textOverflow === "ellipsis" && one.title) continue;  // the whole text is told on hover
    const wrapped = one.matches(".concordia :is(.beside, .a-market)") && one.querySelector(".wraps");
    if (wrapped && [...one.querySelectorAll(".wraps")].every((it) => within(it, one.closest(".beside")))) continue;
    const name = `${one.tagName} ${one.id} ${one.className}`, text = one.innerText.slice(0, 60);
    found.push(`${name}: ${one.scrollWidth} in ${one.clientWidth}: ${text}`);
  }
  document.adoptedStyleSheets = [];
  for (const one of document.querySelectorAll("details[open] > *, .menu[open] ul, [popover]:popover-open")) {
    const {left, right} = one.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) found.push(`opens beside the window: ${one.innerText.slice(0, 60)}`);
  }
  for (const text of document.querySelectorAll("main svg text")) {
    const {left, right, width} = text.getBoundingClientRect(), picture = text.closest("body > * svg");
    const edges = picture.getBoundingClientRect();
    if (!width || !text.checkVisibility() || getComputedStyle(picture).overflow === "visible") continue;
    if (left < edges.left - 1 || right > edges.right + 1) found.push(`cut off in a picture: ${text.textContent}`);
  }
  return found;
}"""
_TEXTS = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const ours = parent.closest("[lang]") === document.documentElement;
    if (ours && !parent.closest("script, noscript, code, kbd")) found.push(walker.currentNode.data);
  }
  for (const one of document.body.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    if (one.closest("[lang]") !== document.documentElement) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) found.push(one.getAttribute(name) ?? "");
  }
  return found.map((it) => it.trim().replace(/\\s+/g, " ")).filter(Boolean);
}"""
_PLAIN = re.compile(r"\b(the|your|with|from|and|is|are|have|this|that|to|for|by|you|cards?|choices?)\b")
"""Words without which English hardly makes a sentence."""


def sticking_out(page: Page) -> list[str]:
    """Everything that is wider than its place."""
    found: list[str] = page.evaluate(_STICKING_OUT)
    return found


def sticking_out_of_what_opens(page: Page) -> list[str]:
    """What sticks out with every fold of the page open, and in each box that it shows when asked to."""
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found = sticking_out(page)
    for box in page.locator("[popover]").all():
        box.evaluate("(one) => one.showPopover()")
        found += sticking_out(page)
        box.evaluate("(one) => one.hidePopover()")
    return found


def english_left(page: Page, language: str, made_up: set[str]) -> list[str]:
    """The texts of a page that are English; `made_up` are names that people gave."""
    texts: list[Any] = page.evaluate(_TEXTS)
    return sorted({text for text in texts if _is_english(text, language, made_up)})


def _is_english(text: str, language: str, made_up: set[str]) -> bool:
    if text in _untranslated(language):
        return True
    for name in made_up:
        text = text.replace(name, "")
    return _PLAIN.search(text) is not None


@cache
def _untranslated(language: str) -> frozenset[str]:
    """English messages without fields, as far as no message of the language reads the same."""
    found: set[str] = set()
    known: set[str] = set()
    for package in packages():
        languages = catalogue(package).languages
        found |= {text for text in languages[ENGLISH].values() if "{" not in text and re.search("[a-z]{3}", text)}
        known |= set(languages.get(language, {}).values())
    return frozenset(found - known)
