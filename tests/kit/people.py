"""Browsers of people who have logged in."""

from tests.kit.browser import Browser
from tests.kit.http import Person


def logged_in(browser: Browser, person: Person) -> Browser:
    """Let a browser carry somebody's session."""
    browser.http.cookies.set("acta", person.token)
    return browser
