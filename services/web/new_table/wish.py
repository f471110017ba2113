"""What somebody has filled in so far, and the sentence that sums it up."""

import secrets
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup

from domain.kernel.game import AnyGame
from domain.kernel.lobby import Terms
from services.play.deps import GameDeps
from services.play.option_fields import default_options, option_fields
from services.play.terms import PRESETS, clock_words, option_words
from services.problems import BAD_REQUEST, ProblemError
from services.queries.catalog import told_bots
from services.web.forms import Form
from services.web.opening import TableOrder, key_of
from services.web.texts import WORDS, said

FIRST_GAME, FIRST_CLOCK = "concordia", "day"
LONGEST_TITLE = 80


class Wish(NamedTuple):
    """The form: every field has a value."""

    game: AnyGame
    players: int
    bots: int
    bot: str
    private: bool
    clock: str
    title: str
    options: dict[str, Any]
    key: str


def preset(deps: GameDeps, slug: str, lang: str, *, alone: bool) -> Wish:
    """The form as it is shown first; for a guest it is a private table with bots alone."""
    slugs = [game.meta.slug for game in deps.tables.registry]
    game = deps.tables.registry.get(slug if slug in slugs else FIRST_GAME if FIRST_GAME in slugs else slugs[0])
    players = min(game.meta.players) if alone else sorted(game.meta.players)[len(game.meta.players) // 2]
    titles = WORDS.say("new.titles", {}, lang=lang).split("|")
    return Wish(
        game=game,
        players=players,
        bots=players - 1 if alone else 0,
        bot=deps.bots[-1],
        private=alone,
        clock="none" if alone else FIRST_CLOCK,
        title=secrets.choice(titles),
        options=default_options(game),
        key=secrets.token_hex(16),
    )


def filled_in(deps: GameDeps, form: Form) -> Wish:
    """The form as it was sent."""
    if form["game"] not in {game.meta.slug for game in deps.tables.registry}:
        raise ProblemError(BAD_REQUEST)
    game = deps.tables.registry.get(form["game"])
    players = min(form.number("players") or min(game.meta.players), 8)
    return Wish(
        game=game,
        players=players,
        bots=min(form.number("bots") or 0, max(players - 1, 0)),
        bot=form["bot"] or deps.bots[-1],
        private="private" in form,
        clock=form["clock"] if form["clock"] in PRESETS else FIRST_CLOCK,
        title=" ".join(form["title"].split())[:LONGEST_TITLE],
        options=_chosen_options(game, form),
        key=form["key"],
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


def order_of(wish: Wish) -> TableOrder:
    """The wish as the lobby understands it."""
    clock = PRESETS[wish.clock]
    terms = Terms(wish.players, wish.options, wish.title, wish.private, clock=clock)
    slug = wish.game.meta.slug
    told = msgspec.json.encode(wish.options, order="deterministic").decode()
    return TableOrder(slug, terms, wish.bots, wish.bot, key_of(wish.key, f"{slug} {wish.players} {wish.bots} {told}"))


def sentence(deps: GameDeps, wish: Wish, lang: str) -> Markup:
    """The table in a sentence or two."""
    free = max(wish.players - 1 - wish.bots, 0)
    bot = next((one.name for one in told_bots(deps.bots, lang) if one.bot == wish.bot), wish.bot)
    company = "bots" if not free else "people" if not wish.bots else "both"
    parts = {
        "game": _bold(wish.game.name_in(lang)),
        "players": _bold(str(wish.players)),
        "free": _bold(WORDS.count(free, "free_chair", lang)),
        "bots": _bold(WORDS.count(wish.bots, "bot", lang)),
        "bot": _bold(bot),
        "clock": _bold(clock_words(PRESETS[wish.clock], lang)),
        "options": ", ".join(option_words(wish.game, wish.options, lang)),
    }
    keys = ["new.sum.table", f"new.sum.{company}"]
    keys += ["new.sum.options"] if parts["options"] else []
    keys += ["new.sum.clock", "new.sum.private" if wish.private else "new.sum.open"]
    return Markup(" ").join(said(key, lang, parts) for key in keys)


def _bold(text: str) -> Markup:
    return Markup("<b>{}</b>").format(text)
