# Long because the names of all keys stand in one place.
"""The names of all Redis keys and channels. No other module spells one.

A part in braces is a key's hash tag. Everything of one game carries the tag of its partition, and so does everything
of one account: each change is one script in one slot, on one Redis as on Redis Cluster.
"""

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from domain.kernel.ids import GameId, UserId

PARTITIONS = 64
"""Fixed for ever: the partition of a game or an account is a part of the names of its keys."""

SERVER = UserId("server")
"""The owner of invitations, which belong to no account; they lie in a slot of their own."""

LIMITS = "acta:limit"
"""What the keys of rate limits begin with; the library `limits` puts a colon and the rest after it."""

HINTS = "acta:hints"
"""The channel on which every append is announced as `game version`, and after it the users who came to the table."""
TALK = "acta:talk"
"""The channel that names a game at whose table somebody has spoken."""
RIGHTS_CHANGED = "acta:accounts:changed"
"""The channel that names a user whose rights changed, so that every process forgets what it knew of them."""

USER_ID = r"[0-3][0-9a-f]{31}"
"""The form of a user's id: it begins with the number of its partition."""

_OTHER_SLOTS = ("server", "outbox", "heads", "reports", "chat", "webhooks")

_PARTS = {
    "partition": r"\d+",
    "user": USER_ID,
    "slot": r"p\d+|server",
    "moving_slot": "|".join((r"p\d+", *_OTHER_SLOTS)),
    "owner": f"{USER_ID}|server",
    "kind": r"\w+",
    "generation": r"\w+",
    "model_part": "rows|order|versions|parked|checkpoints",
    "outbox_part": "checkpoints|told|plans|due|tally|parked",
    "report_part": "ids|bodies|verdicts|open|settled",
    "heads_part": "digests|lists",
}
"""What the parts of a kind's form look like; any other part is any text, however hostile."""


def _template(form: str) -> str:
    return re.sub(r"<(\w+)>", r"{\1}", form.replace("{", "{{").replace("}", "}}"))


def _pattern(form: str) -> re.Pattern[str]:
    pieces = re.split(r"<(\w+)>", form)
    pieces[::2] = map(re.escape, pieces[::2])
    pieces[1::2] = (f"(?:{_PARTS.get(part, '.+')})" for part in pieces[1::2])
    return re.compile("".join(pieces), re.DOTALL)


class KeyKind(StrEnum):
    """Every kind of key by its form. Forms of two kinds have no name in common."""

    FEED = "{p<partition>}:feed"
    OWED = "{p<partition>}:owed"
    GAMES = "{p<partition>}:games"
    EVENTS = "{p<partition>}:game:<game>:events"
    PAGES = "{p<partition>}:game:<game>:pages"
    FACTS = "{p<partition>}:game:<game>:facts"
    COMMANDS = "{p<partition>}:game:<game>:commands"
    SNAPSHOTS = "{p<partition>}:game:<game>:snapshots"
    DRAFT = "{p<partition>}:game:<game>:draft:<user>"
    PLANS = "{p<partition>}:game:<game>:plans"
    PLANNED = "{p<partition>}:planned"
    NOTES = "{p<partition>}:game:<game>:notes:<user>"
    PRESENCE = "{p<partition>}:game:<game>:present:<user>"
    ANALYSIS = "{p<partition>}:game:<game>:analysis"
    TALK = "{p<partition>}:game:<game>:talk"
    TALK_TEXTS = "{p<partition>}:game:<game>:talk:texts"
    TALK_SAID = "{p<partition>}:game:<game>:talk:said"
    MOVING = "{<moving_slot>}:moving"
    PACKING = "acta:{server}:packing"
    PRINTED = "acta:printed"
    ANALYSES_OWED = "acta:analyses-owed"
    HEADS = "acta:{heads}:<heads_part>"

    ACCOUNT = "acta:{<slot>}:account:<owner>"
    STRANGERS = "acta:strangers"
    NAME = "acta:{p<partition>}:name:<name>"
    PREFERENCES = "acta:{p<partition>}:preferences:<user>"
    VACATIONS = "acta:{p<partition>}:vacations:<user>"
    PUSH_SUBSCRIPTIONS = "acta:{p<partition>}:push:<user>"
    MUTED_PEOPLE = "acta:{p<partition>}:muted:<user>"
    MUTED_GAMES = "acta:{p<partition>}:muted-games:<user>"
    CREDENTIAL = "acta:{<slot>}:credential:<digest>"
    CREDENTIALS = "acta:{<slot>}:credentials:<owner>:<kind>"
    FIRST_ACCOUNT = "acta:{server}:first-account"
    GUESTS = "acta:{server}:guests"
    SIGNING_KEY = "acta:{server}:signing-key"
    HEAD_KEY = "acta:{server}:head-key"
    AUDIT = "acta:{server}:audit"
    LAST_BACKUP = "acta:{server}:last-backup"
    LIMIT = f"{LIMITS}:<limit>"

    MODELS_LIVE = "{models}:live"
    PROJECTORS = "{models}:projectors"
    MODELS = "{models}:<generation>:<model_part>"
    OUTBOX = "{outbox}:<outbox_part>"
    DELIVERY = "{outbox}:delivery:<delivery>"
    DELIVERIES = "{outbox}:of:<person>"
    HOURLY = "{outbox}:hour:<hour>:<channel>:<person>"
    PAUSED_CHANNEL = "{outbox}:held:<channel>"
    SILENT_WEBHOOK = "{outbox}:silent:<webhook>"
    LANE = "{outbox}:lane:<lane>"
    REPORTS = "acta:{reports}:<report_part>"

    CHAT_SEEN = "acta:chat-seen:<request>"
    CHAT_HELD = "acta:chat-held:<platform>:<digest>"
    CHAT_ACCOUNTS = "acta:{chat}:accounts"
    CHAT_USERS = "acta:{chat}:users"
    CHAT_CODE = "acta:{chat}:code:<digest>"
    CHAT_TABLE = "acta:{chat}:table:<game>"
    CHAT_POSTED = "acta:{chat}:posted:<game>"
    CHAT_PLACES = "acta:{chat}:places"
    CHAT_PICTURES = "acta:chat-pictures"
    CHAT_PICTURE = "acta:chat-picture:<request>"

    WEBHOOKS = "acta:{webhooks}:all"
    WEBHOOKS_OF = "acta:{webhooks}:of:<owned_by>"

    JOB_COUNTS = "acta:jobs"
    STUCK_GAMES = "acta:stuck"
    RQ = "rq:<anything>"
    """RQ's own, which only RQ reads and writes."""

    def __init__(self, form: str) -> None:
        self._template = _template(form)
        self.pattern = _pattern(form)

    def key(self, **parts: object) -> str:
        """The key with these parts. An empty last part gives what all such keys begin with."""
        return self._template.format_map(parts)


def game_of_events(key: str) -> str | None:
    """The game whose log a key holds; none if it holds something else."""
    return key.split(":")[2] if KeyKind.EVENTS.pattern.fullmatch(key) else None


def kind_of(key: str) -> KeyKind | None:
    """The kind of a key; none if it is not ours."""
    return next((kind for kind in KeyKind if kind.pattern.fullmatch(key)), None)


# Games


def partition_of(game: GameId) -> int:
    """The partition that a game lives in."""
    return crc32(game.encode()) % PARTITIONS


def feed(partition: int) -> str:
    """The stream of "game G reached version V"."""
    return KeyKind.FEED.key(partition=partition)


def owed(partition: int) -> str:
    """The sorted set of games that wait for something other than a person: due time in seconds → game."""
    return KeyKind.OWED.key(partition=partition)


def games(partition: int) -> str:
    """The set of all games."""
    return KeyKind.GAMES.key(partition=partition)


def moving() -> list[str]:
    """The marks that close the store, one in every slot that scripts write to."""
    partitions = (f"p{number}" for number in range(PARTITIONS))
    return [KeyKind.MOVING.key(moving_slot=slot) for slot in (*partitions, *_OTHER_SLOTS)]


class GameKeys(NamedTuple):
    """The keys of one game, in the order in which the append script takes them."""

    stream: str
    facts: str
    commands: str
    feed: str
    owed: str
    games: str


@lru_cache(maxsize=1024)  # a choice asks for them several times
def of(game: GameId) -> GameKeys:
    """The keys that an append touches."""
    number = partition_of(game)
    kinds = (KeyKind.EVENTS, KeyKind.FACTS, KeyKind.COMMANDS, KeyKind.FEED, KeyKind.OWED, KeyKind.GAMES)
    return GameKeys(*(kind.key(partition=number, game=game) for kind in kinds))


def pages(game: GameId) -> str:
    """The older lines of a game's log, packed, by the number of the page."""
    return KeyKind.PAGES.key(partition=partition_of(game), game=game)


def snapshots(game: GameId) -> str:
    """The cached folds of a game, by version."""
    return KeyKind.SNAPSHOTS.key(partition=partition_of(game), game=game)


def draft(game: GameId, user: UserId) -> str:
    """The stored draft of a player."""
    return KeyKind.DRAFT.key(partition=partition_of(game), game=game, user=user)


def plans(game: GameId) -> str:
    """The plans of the players of a game, each with its revision and state beside it."""
    return KeyKind.PLANS.key(partition=partition_of(game), game=game)


def planned(partition: int) -> str:
    """The set of games in which a plan waits for its turn."""
    return KeyKind.PLANNED.key(partition=partition)


def notes(game: GameId, user: UserId) -> str:
    """The private notes of a person; of a person, not of a seat, which somebody else may take over."""
    return KeyKind.NOTES.key(partition=partition_of(game), game=game, user=user)


def analysis(game: GameId) -> str:
    """The computer's analysis of a finished game, whole or as far as it was made."""
    return KeyKind.ANALYSIS.key(partition=partition_of(game), game=game)


def presence(game: GameId, user: UserId) -> str:
    """The mark of a person who looks at a game."""
    return KeyKind.PRESENCE.key(partition=partition_of(game), game=game, user=user)


class TalkKeys(NamedTuple):
    """The keys of a table's talk, in the order in which its scripts take them."""

    stream: str
    texts: str
    said: str


def talk(game: GameId) -> TalkKeys:
    """The keys that a line of talk touches."""
    kinds = (KeyKind.TALK, KeyKind.TALK_TEXTS, KeyKind.TALK_SAID)
    return TalkKeys(*(kind.key(partition=partition_of(game), game=game) for kind in kinds))


# Accounts


def partition_of_user(user: UserId) -> int:
    """The partition that an account lives in."""
    return int(user[:2], 16)


def partition_of_digest(digest: bytes) -> int:
    """The partition of what is known by a SHA-256: a name, or a secret of the account that lives there."""
    return digest[0] % PARTITIONS


def slot_of(owner: UserId) -> str:
    """The slot in which all that belongs to an account or to the server lies."""
    return SERVER if owner == SERVER else f"p{partition_of_user(owner)}"


def account(owner: UserId) -> str:
    """The account itself: name, mail address, hash of the password; the server has none."""
    return KeyKind.ACCOUNT.key(slot=slot_of(owner), owner=owner)


def every_account() -> str:
    """A pattern for the keys of all accounts, and perhaps others."""
    return KeyKind.ACCOUNT.key(slot="*", owner="*")


def user_of_account(key: str) -> UserId | None:
    """The account that a key holds; none if it holds something else."""
    return UserId(key.rsplit(":", 1)[1]) if KeyKind.ACCOUNT.pattern.fullmatch(key) else None


def name(key: str, partition: int) -> str:
    """The user who has a name, which is known by its key."""
    return KeyKind.NAME.key(partition=partition, name=key)


def signing_key() -> str:
    """The key with which addresses of pictures are signed."""
    return KeyKind.SIGNING_KEY.key()


def preferences(user: UserId) -> str:
    """What a person wants to be told."""
    return KeyKind.PREFERENCES.key(partition=partition_of_user(user), user=user)


def preferences_prefix(slot: str) -> str:
    """What the keys of preferences in a slot begin with."""
    return KeyKind.PREFERENCES.key(partition=slot.removeprefix("p"), user="")


def vacations(user: UserId) -> str:
    """When a person is or was away from all tables."""
    return KeyKind.VACATIONS.key(partition=partition_of_user(user), user=user)


def push_subscriptions(user: UserId) -> str:
    """The browsers that show a person's notices."""
    return KeyKind.PUSH_SUBSCRIPTIONS.key(partition=partition_of_user(user), user=user)


def muted_people(user: UserId) -> str:
    """The people whom a person has muted (and games that were muted before games had a key of their own)."""
    return KeyKind.MUTED_PEOPLE.key(partition=partition_of_user(user), user=user)


def muted_games(user: UserId) -> str:
    """The games that a person has muted."""
    return KeyKind.MUTED_GAMES.key(partition=partition_of_user(user), user=user)


def credential(slot: str, digest: str) -> str:
    """A credential by the SHA-256 of its secret; with none, what the keys of all in a slot begin with."""
    return KeyKind.CREDENTIAL.key(slot=slot, digest=digest)


def accounts_prefix(slot: str) -> str:
    """What the keys of accounts in a slot begin with."""
    return KeyKind.ACCOUNT.key(slot=slot, owner="")


def credentials(owner: UserId, kind: str) -> str:
    """The digests of an owner's credentials of one kind, by their last use."""
    return KeyKind.CREDENTIALS.key(slot=slot_of(owner), owner=owner, kind=kind)


def credentials_prefix(slot: str) -> str:
    """What the keys of such lists in a slot begin with; owner and kind follow, with a colon between them."""
    return KeyKind.CREDENTIALS.key(slot=slot, owner="", kind="").removesuffix(":")


# Chats


def chat_seen(request: str) -> str:
    """A request of a chat that was seen lately, by the platform's id of it."""
    return KeyKind.CHAT_SEEN.key(request=request)


def chat_held(platform: str, digest: str) -> str:
    """A call that a platform wants no more of for a while."""
    return KeyKind.CHAT_HELD.key(platform=platform, digest=digest)


def chat_code(digest: str) -> str:
    """What a code that ties two accounts was made for, by the SHA-256 of the code."""
    return KeyKind.CHAT_CODE.key(digest=digest)


def chat_table(game: GameId) -> str:
    """Where a table lives, by place."""
    return KeyKind.CHAT_TABLE.key(game=game)


def chat_posted(game: GameId) -> str:
    """What was last posted of a table, by place."""
    return KeyKind.CHAT_POSTED.key(game=game)


def chat_picture(request: str) -> str:
    """The answer to a request of a chat that still lacks its picture."""
    return KeyKind.CHAT_PICTURE.key(request=request)


# Webhooks


def webhooks_of(owner: UserId | GameId) -> str:
    """The ids of the webhooks of a person, or of a table."""
    return KeyKind.WEBHOOKS_OF.key(owned_by=owner)


# Read models


class GenerationKeys(NamedTuple):
    """The keys of one generation of the read models, in the order in which the scripts take them."""

    rows: str
    order: str
    versions: str
    parked: str
    checkpoints: str


def generation(called: str) -> GenerationKeys:
    """The keys of the generation of that name."""
    return GenerationKeys(*(KeyKind.MODELS.key(generation=called, model_part=part) for part in GenerationKeys._fields))
