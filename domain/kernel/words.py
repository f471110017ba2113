"""Player-facing words: a catalogue of templates per language, kept beside the rules that need them.

A template names the fields of what it describes. A field's format says how it is put into words:

- `{tile:name}` looks the value up below `name.`, `{cards:names}` each value of a list (an empty one: `name.nothing`);
- `{seat:player}` becomes a player's name, `{winners:players}` the names of several;
- `{coins:count coin}` counts by the forms below `count.`, for one and for any other number (`coin = "coin|coins"`);
- `{goods:counts}` counts the things of a list, each by its own forms;
- `{coins:each coin}` counts seat by seat, leaving out seats that have none;
- `{effect:phrase}` is put together from words of its own, a `Phrase` (`None`: there is nothing to say).

The words of an event name only what was never sealed: they are the same for every reader.
"""

import string
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from domain.kernel.errors import IllegalMove
from domain.kernel.ids import UserId

Args = Mapping[str, Any]
NO_FACTS: Args = MappingProxyType({})

NOBODY = "somebody who has left"
"""What somebody is called whose account is not here (any more)."""


class Phrase(NamedTuple):
    """Words within other words: what is said in one of several ways, or not always."""

    key: str
    args: Args = NO_FACTS


class Catalogue:
    """The words of one game in every language that it speaks; English is always there and fills gaps."""

    def __init__(self, languages: Mapping[str, Mapping[str, str]]) -> None:
        """Take flat catalogues: language → key → template."""
        self.languages = languages

    @classmethod
    def load(cls, package: str) -> "Catalogue":
        """Read every `words/<language>.toml` of a package."""
        found = {}
        for entry in files(package).joinpath("words").iterdir():
            if entry.name.endswith(".toml"):
                found[entry.name.removesuffix(".toml")] = dict(_flat("", tomllib.loads(entry.read_text("utf-8"))))
        return cls(found)

    def merged(self, other: "Catalogue") -> "Catalogue":
        """This catalogue's words, and below them the other's."""
        languages = self.languages.keys() | other.languages.keys()
        return Catalogue(
            {lang: {**other.languages.get(lang, {}), **self.languages.get(lang, {})} for lang in languages}
        )

    def say(self, key: str, args: Args, *, lang: str = "en", players: Sequence[str] = ()) -> str:
        """Put the words of `key` together."""
        template = self._find(key, lang)
        if template is None:
            message = f"no words for {key}"
            raise KeyError(message)
        return _Words(self, lang, players).vformat(template, (), args)

    def describe(
        self, thing: msgspec.Struct, facts: Args = NO_FACTS, *, lang: str = "en", players: Sequence[str] = ()
    ) -> str:
        """Put a command (`command.<Type>`) or an event (`event.<Type>`) into words, by its fields and further facts."""
        kind = type(thing).__name__
        section = "command" if type(thing).__struct_config__.tag else "event"
        return self.say(f"{section}.{kind}", {**msgspec.structs.asdict(thing), **facts}, lang=lang, players=players)

    def refusal(self, error: IllegalMove, *, lang: str = "en", players: Sequence[str] = ()) -> str:
        """Put a refusal into words."""
        return self.say(f"illegal.{error.reason}", error.args_, lang=lang, players=players)

    def name(self, value: object, lang: str) -> str:
        """The name of a value; what has no entry of its own is shown as it is."""
        return self._find(f"name.{value}", lang) or str(value)

    def count(self, number: int, thing: object, lang: str) -> str:
        """So many of a thing; what has no forms of its own is called by its name."""
        one, _, other = (self._find(f"count.{thing}", lang) or self.name(thing, lang)).partition("|")
        return f"{number} {one if number == 1 or not other else other}"

    def _find(self, key: str, lang: str) -> str | None:
        return self.languages.get(lang, {}).get(key) or self.languages["en"].get(key)


class _Words(string.Formatter):
    def __init__(self, catalogue: Catalogue, lang: str, players: Sequence[str]) -> None:
        self._catalogue = catalogue
        self._lang = lang
        self._players = players

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401 - the base class's own signature
        how, _, thing = format_spec.partition(" ")
        match how:
            case "name":
                text = self._catalogue.name(value, self._lang)
            case "names":
                text = self._listed(self._catalogue.name(item, self._lang) for item in value)
            case "player":
                text = self._player(value)
            case "players":
                text = self._listed(map(self._player, value))
            case "count":
                text = self._count(value, thing)
            case "counts":
                text = self._listed(self._count(number, item) for item, number in Counter(value).items())
            case "each":
                text = self._listed(f"{self._player(s)} {self._count(n, thing)}" for s, n in enumerate(value) if n)
            case "phrase":
                text = "" if value is None else self._phrase(value)
            case _:
                text = super().format_field(value, format_spec)
        return text

    def _count(self, number: int, thing: object) -> str:
        return self._catalogue.count(number, thing, self._lang)

    def _player(self, seat: int) -> str:
        return self._players[seat] if seat < len(self._players) else f"seat {seat}"

    def _phrase(self, phrase: Phrase) -> str:
        return self._catalogue.say(phrase.key, phrase.args, lang=self._lang, players=self._players)

    def _listed(self, words: Iterable[str]) -> str:
        return ", ".join(words) or self._catalogue.name("nothing", self._lang)


def name_at_table(seat: int, user: UserId | None, bot: str | None, known: Mapping[UserId, str]) -> str:
    """The name of the player on a chair. Strangers, and bots of one kind, are told apart by their chairs."""
    if user is not None:
        name = known.get(user, NOBODY)
        return f"{NOBODY} (seat {seat})" if name == NOBODY else name
    return "" if bot is None else f"bot {bot} {seat}"


def _flat(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in table.items():
        rows += _flat(f"{prefix}{key}.", value) if isinstance(value, dict) else [(prefix + key, value)]
    return rows
