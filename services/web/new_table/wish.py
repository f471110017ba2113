"""What somebody has filled in so far, and the sentence that sums it up."""

import secrets
from typing import Any

from markupsafe import Markup

from domain.kernel.game import AnyGame
from services.acts.acts import Acts
from services.acts.option_fields import option_fields
from services.acts.terms import PRESETS, clock_words, option_words
from services.acts.wishes import TableWish, game_called, usual_wish
from services.bots import usual_bot
from services.free_text import TITLE
from services.queries.catalog import told_bots
from services.web.forms import Form
from services.web.texts import WORDS, said

FIRST_GAME, FIRST_CLOCK = "concordia", "day"


def preset(acts: Acts, slug: str, *, alone: bool) -> TableWish:
    """The form as it is shown first; for a guest it is a private table with bots alone."""
    games = {game.meta.slug: game for game in acts.tables.registry}
    wish = usual_wish(games.get(slug) or games.get(FIRST_GAME) or next(iter(games.values())), usual_bot(acts.bots))
    if not alone:
        return wish
    players = min(wish.game.meta.players)
    return wish._replace(players=players, bots=players - 1, private=True, clock=None)


def some_title(lang: str) -> str:
    """A title that is offered for a table."""
    return secrets.choice(WORDS.say("new.titles", {}, lang=lang).split("|"))


def filled_in(acts: Acts, form: Form) -> TableWish:
    """The form as it was sent."""
    game = game_called(acts.tables.registry, form["game"])
    players = min(form.number("players") or min(game.meta.players), 8)
    return TableWish(
        game,
        players,
        _chosen_options(game, form),
        bots=min(form.number("bots") or 0, max(players - 1, 0)),
        bot=form["bot"] or usual_bot(acts.bots),
        private="private" in form,
        clock=PRESETS[form["clock"] if form["clock"] in PRESETS else FIRST_CLOCK],
        title=" ".join(form["title"].split())[: TITLE.longest],
    )


def _chosen_options(game: AnyGame, form: Form) -> dict[str, Any]:
    """The options of a form that was sent. What a form cannot say is left to the rules to refuse or to fill in."""
    found: dict[str, Any] = {}
    for field in option_fields(game):
        match field.kind:
            case "switch":
                found[field.name] = field.name in form
            case "chairs":
                found[field.name] = [int(chair) for chair in form.all(field.name) if chair in set("01234567")]
            case "number":
                if (number := form.number(field.name)) is not None:
                    found[field.name] = number
            case "choice":
                if form[field.name]:
                    found[field.name] = form[field.name]
    return found


def sentence(acts: Acts, wish: TableWish, lang: str) -> Markup:
    """The table in a sentence or two."""
    free = max(wish.players - 1 - wish.bots, 0)
    bot = next((one.name for one in told_bots(acts.bots, lang) if one.bot == wish.bot), wish.bot)
    company = "bots" if not free else "people" if not wish.bots else "both"
    parts = {
        "game": _bold(wish.game.name_in(lang)),
        "players": _bold(str(wish.players)),
        "free": _bold(WORDS.count(free, "free_chair", lang)),
        "bots": _bold(WORDS.count(wish.bots, "bot", lang)),
        "bot": _bold(bot),
        "clock": _bold(clock_words(wish.clock, lang)),
        "options": ", ".join(option_words(wish.game, wish.options, lang)),
    }
    keys = ["new.sum.table", f"new.sum.{company}"]
    keys += ["new.sum.options"] if parts["options"] else []
    keys += ["new.sum.clock", "new.sum.private" if wish.private else "new.sum.open"]
    return Markup(" ").join(said(key, lang, parts) for key in keys)


def _bold(text: str) -> Markup:
    return Markup("<b>{}</b>").format(text)
