"""Which routes of a server are pages."""

from litestar.routes import HTTPRoute

from services.web.assets import asset
from services.web.routes import PAGES
from tests.kit.http import Site


def pages(site: Site) -> set[tuple[str, str]]:
    """Method and address of every page, as the server knows them."""
    handlers = {(method, path) for one in (asset, *PAGES) for path in one.paths for method in one.http_methods}
    return {
        (method, route.path_format)
        for route in site.app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if (method, route.path) in handlers
    }
