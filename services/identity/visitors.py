"""Whoever comes before anybody knows who it is: what such calls are counted by, and the cookies that are given out."""

from dataclasses import dataclass
from typing import NamedTuple

from litestar.datastructures import Cookie

from services.identity import devices
from services.identity.client_address import ClientAddress
from services.identity.cookies import Connection, SessionCookie
from services.identity.language import language_of


class Visitor(NamedTuple):
    """Where a request comes from, whether or not it shows a credential."""

    address: str | None
    """The name under which calls from there are counted; None for one that is not counted."""
    lang: str
    """The language in which it is answered."""
    device: str = ""
    """The mark of a device that it brought; see `services.identity.devices`."""


@dataclass(frozen=True)
class Visitors:
    """Knows visitors by their requests. Built once; API and pages have the same one."""

    client_address: ClientAddress
    cookie: SessionCookie

    def of(self, connection: Connection) -> Visitor:
        """The visitor who makes a request."""
        device = self.cookie.read(connection, devices.SUFFIX) or ""
        return Visitor(self.client_address.bucket(connection.scope), language_of(connection), device)

    def marked(self, connection: Connection, mark: str) -> Cookie:
        """The cookie that marks the visitor's device as known."""
        return self.cookie.beside(connection, devices.SUFFIX, mark, devices.SECONDS)
