"""What fills the store, and what admins did."""

from typing import Annotated

from cyclopts import App, Parameter
from rich.table import Column

from domain.kernel.ids import UserId
from services.cli.admin.asking import with_client, with_services
from services.cli.flags import Flags, settings_from
from services.cli.output import say, show_table
from services.foundation import Services
from services.settings.values import MEBIBYTE
from services.store import usage
from services.store.audit import Entry

app = App()


@app.command
def storage(*, flags: Flags | None = None) -> None:
    """Show what uses the memory of the store: how many keys of each kind, and how much they take together."""
    found = with_client(settings_from(flags), usage.measure)
    total = sum(use.bytes for use in found.values())
    columns = (Column("Kind"), *(Column(name, justify="right") for name in ("Keys", "MiB", "%")))
    by_size = sorted(found.items(), key=lambda item: -item[1].bytes)
    rows = [
        (kind or "not of Acta", str(use.keys), f"{use.bytes / MEBIBYTE:.2f}", f"{100 * use.bytes / total:.0f}")
        for kind, use in by_size
    ]
    show_table(columns, rows)
    say(f"{sum(use.keys for use in found.values())} keys take {total / MEBIBYTE:.1f} MiB.")


@app.command
def audit(
    *,
    limit: Annotated[int, Parameter(help="How many, the newest.")] = 50,
    flags: Flags | None = None,
) -> None:
    """Say what admins and operators did: who, what, when, to whom. The newest comes last."""

    async def look(services: Services) -> tuple[list[Entry], dict[UserId, str]]:
        acts = await services.server.audit.newest(limit)
        people = {UserId(one) for act in acts for one in (act.by, act.on)}
        return acts, await services.accounts.names([*people])

    acts, names = with_services(settings_from(flags), look)
    for act in reversed(acts):
        by, on = (names.get(UserId(one), one) for one in (act.by, act.on))
        words = [act.at, by, act.act.replace("_", " "), on, f"({act.note})" if act.note else ""]
        say(" ".join(word for word in words if word))
