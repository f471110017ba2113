"""What lets a browser install the site and show the last seen page without a connection."""

import msgspec
from litestar import Response, get

from services.identity.access import ACCESS, OPEN
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.render.theme import palette
from services.web.assets import ASSETS, NOT_KEPT
from services.web.texts import said

FOR_ALL = {ACCESS: OPEN}


@get("/manifest.webmanifest", opt=FOR_ALL)
async def manifest(request: AnyRequest) -> Response[bytes]:
    lang = language_of(request)
    told = {
        "name": "Acta",
        "short_name": "Acta",
        "description": said("site.description", lang, {}),
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": palette()["light"]["ground"],
        "theme_color": palette()["light"]["card"],
        "icons": [
            {"src": ASSETS.url("icon.svg"), "type": "image/svg+xml", "sizes": "any"},
            *(
                {"src": ASSETS.url(f"icon-{width}.png"), "type": "image/png", "sizes": f"{width}x{width}"}
                for width in (192, 512)
            ),
        ],
    }
    headers = {"Cache-Control": NOT_KEPT, "Vary": "Accept-Language, Cookie"}
    return Response(msgspec.json.encode(told), media_type="application/manifest+json", headers=headers)


@get("/service-worker.js", opt=FOR_ALL)
async def service_worker() -> Response[bytes]:
    """The script that stands between pages and the network; at the root, so that it may serve every page."""
    found = await ASSETS.find("service-worker.js")
    return Response(found.body, media_type=found.media_type, headers={"Cache-Control": NOT_KEPT})


HANDLERS = (manifest, service_worker)
