"""The names of keys: of whatever hostile texts they are made, each is of one kind and no two things share one."""

import ast
import re
from collections import Counter
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from redis.crc import key_slot

from domain.kernel.ids import GameId, UserId
from services.store import keys
from services.store.accounts.ids import new_user_id, partition_of_name
from services.store.keys import KeyKind, kind_of

ROOT = Path(__file__).parents[3]
SPELLED = re.compile(r"acta:[\w{]|rq:\w|\{(p\d*|server|models|outbox|reports|chat|webhooks)(\}|$)")
"""How a key begins, whole or as the first piece of an f-string."""

PIECES = [
    *":/{}<>.*",
    "p1",
    "{p1}",
    "game",
    "events",
    "draft",
    "talk",
    "texts",
    "live",
    "due",
    "acta:",
    "rq:",
    "0a" * 16,
]
"""What a name that is meant to be taken for another key would be made of."""

texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), min_size=1).map("".join).filter(bool)
games = texts.map(GameId)
numbers = st.integers(0, keys.PARTITIONS - 1)
users = st.builds(lambda partition, rest: UserId(f"{partition:02x}{rest:030x}"), numbers, st.integers(0, 16**30 - 1))
owners = users | st.just(keys.SERVER)
digests = st.integers(0, 2**256 - 1).map(lambda number: f"{number:064x}")
words = st.sampled_from(["0", "live", "session", "0123456789abcdef"])

BUILT = {
    KeyKind.FEED: st.builds(keys.feed, numbers),
    KeyKind.OWED: st.builds(keys.owed, numbers),
    KeyKind.GAMES: st.builds(keys.games, numbers),
    KeyKind.EVENTS: games.map(lambda game: keys.of(game).stream),
    KeyKind.FACTS: games.map(lambda game: keys.of(game).facts),
    KeyKind.COMMANDS: games.map(lambda game: keys.of(game).commands),
    KeyKind.SNAPSHOTS: st.builds(keys.snapshots, games),
    KeyKind.PAGES: st.builds(keys.pages, games),
    KeyKind.DRAFT: st.builds(keys.draft, games, users),
    KeyKind.NOTES: st.builds(keys.notes, games, users),
    KeyKind.PLANS: st.builds(keys.plans, games),
    KeyKind.PLANNED: st.builds(keys.planned, numbers),
    KeyKind.PRESENCE: st.builds(keys.presence, games, users),
    KeyKind.ANALYSIS: st.builds(keys.analysis, games),
    KeyKind.ANALYSES_OWED: st.just(KeyKind.ANALYSES_OWED.key()),
    KeyKind.TALK: games.map(lambda game: keys.talk(game).stream),
    KeyKind.TALK_TEXTS: games.map(lambda game: keys.talk(game).texts),
    KeyKind.TALK_SAID: games.map(lambda game: keys.talk(game).said),
    KeyKind.PRINTED: st.just(KeyKind.PRINTED.key()),
    KeyKind.HEADS: st.sampled_from(["digests", "lists"]).map(lambda part: KeyKind.HEADS.key(heads_part=part)),
    KeyKind.ACCOUNT: st.builds(keys.account, users),
    KeyKind.STRANGERS: st.just(KeyKind.STRANGERS.key()),
    KeyKind.NAME: texts.map(lambda name: keys.name(name, partition_of_name(name))),
    KeyKind.PREFERENCES: st.builds(keys.preferences, users),
    KeyKind.VACATIONS: st.builds(keys.vacations, users),
    KeyKind.PUSH_SUBSCRIPTIONS: st.builds(keys.push_subscriptions, users),
    KeyKind.MUTED_PEOPLE: st.builds(keys.muted_people, users),
    KeyKind.MUTED_GAMES: st.builds(keys.muted_games, users),
    KeyKind.CREDENTIAL: st.builds(keys.credential, owners.map(keys.slot_of), digests),
    KeyKind.CREDENTIALS: st.builds(keys.credentials, owners, words),
    KeyKind.FIRST_ACCOUNT: st.just(KeyKind.FIRST_ACCOUNT.key()),
    KeyKind.LAST_BACKUP: st.just(KeyKind.LAST_BACKUP.key()),
    KeyKind.AUDIT: st.just(KeyKind.AUDIT.key()),
    KeyKind.GUESTS: st.just(KeyKind.GUESTS.key()),
    KeyKind.MOVING: st.sampled_from(keys.moving()),
    KeyKind.PACKING: st.just(KeyKind.PACKING.key()),
    KeyKind.SIGNING_KEY: st.builds(keys.signing_key),
    KeyKind.HEAD_KEY: st.just(KeyKind.HEAD_KEY.key()),
    KeyKind.LIMIT: texts.map(lambda limit: KeyKind.LIMIT.key(limit=limit)),
    KeyKind.MODELS_LIVE: st.just(KeyKind.MODELS_LIVE.key()),
    KeyKind.PROJECTORS: st.just(KeyKind.PROJECTORS.key()),
    KeyKind.MODELS: words.flatmap(lambda name: st.sampled_from(keys.generation(name))),
    KeyKind.OUTBOX: st.sampled_from(["due", "told"]).map(lambda part: KeyKind.OUTBOX.key(outbox_part=part)),
    KeyKind.DELIVERY: texts.map(lambda delivery: KeyKind.DELIVERY.key(delivery=delivery)),
    KeyKind.DELIVERIES: texts.map(lambda person: KeyKind.DELIVERIES.key(person=person)),
    KeyKind.HOURLY: st.builds(
        lambda hour, channel, person: KeyKind.HOURLY.key(hour=hour, channel=channel, person=person),
        st.integers(min_value=0),
        texts,
        texts,
    ),
    KeyKind.PAUSED_CHANNEL: texts.map(lambda channel: KeyKind.PAUSED_CHANNEL.key(channel=channel)),
    KeyKind.SILENT_WEBHOOK: texts.map(lambda webhook: KeyKind.SILENT_WEBHOOK.key(webhook=webhook)),
    KeyKind.LANE: texts.map(lambda lane: KeyKind.LANE.key(lane=lane)),
    KeyKind.REPORTS: st.sampled_from(["ids", "open"]).map(lambda part: KeyKind.REPORTS.key(report_part=part)),
    KeyKind.CHAT_SEEN: st.builds(keys.chat_seen, digests),
    KeyKind.CHAT_HELD: st.builds(keys.chat_held, st.sampled_from(("discord", "slack")), digests),
    KeyKind.CHAT_ACCOUNTS: st.just(KeyKind.CHAT_ACCOUNTS.key()),
    KeyKind.CHAT_USERS: st.just(KeyKind.CHAT_USERS.key()),
    KeyKind.CHAT_CODE: st.builds(keys.chat_code, digests),
    KeyKind.CHAT_PICTURES: st.just(KeyKind.CHAT_PICTURES.key()),
    KeyKind.CHAT_PICTURE: st.builds(keys.chat_picture, digests),
    KeyKind.CHAT_TABLE: st.builds(keys.chat_table, games),
    KeyKind.CHAT_POSTED: st.builds(keys.chat_posted, games),
    KeyKind.CHAT_PLACES: st.just(KeyKind.CHAT_PLACES.key()),
    KeyKind.WEBHOOKS: st.just(KeyKind.WEBHOOKS.key()),
    KeyKind.WEBHOOKS_OF: st.builds(keys.webhooks_of, games | users),
    KeyKind.JOB_COUNTS: st.just(KeyKind.JOB_COUNTS.key()),
    KeyKind.STUCK_GAMES: st.just(KeyKind.STUCK_GAMES.key()),
    KeyKind.RQ: texts.map(lambda rest: KeyKind.RQ.key(anything=rest)),
}
"""How a key of each kind comes to be, with any text where a client or another server may choose it."""


def test_every_kind_is_tried() -> None:
    assert BUILT.keys() == {*KeyKind}


@settings(max_examples=40)
@given(st.data())
def test_a_key_is_of_its_own_kind_and_of_no_other(data: st.DataObject) -> None:
    for kind, built in BUILT.items():
        key = data.draw(built, label=kind.name)
        assert [other for other in KeyKind if other.pattern.fullmatch(key)] == [kind]
        assert kind_of(key) is kind


@given(st.sets(st.tuples(games, users), min_size=2, max_size=6))
def test_two_people_or_two_games_share_no_key(pairs: set[tuple[GameId, UserId]]) -> None:
    of_games = [
        key
        for game in {game for game, _ in pairs}
        for key in (*keys.of(game)[:3], *keys.talk(game), keys.analysis(game))
    ]
    of_people = [build(game, user) for game, user in pairs for build in (keys.draft, keys.notes, keys.presence)]
    assert Counter(of_games + of_people).most_common(1)[0][1] == 1


@given(games, texts)
def test_what_a_script_changes_lies_in_one_slot_of_a_cluster(game: GameId, name: str) -> None:
    assert len({key_slot(key.encode()) for key in keys.of(game)}) == 1
    assert len({key_slot(key.encode()) for key in keys.talk(game)}) == 1
    newcomer = new_user_id(name)
    own = [keys.name(name, partition_of_name(name)), keys.account(newcomer), keys.credentials(newcomer, "session")]
    assert len({key_slot(key.encode()) for key in own}) == 1


@given(users, digests)
def test_scripts_complete_a_prefix_as_it_is_spelled_here(user: UserId, digest: str) -> None:
    slot = keys.slot_of(user)
    assert keys.credential(slot, "") + digest == keys.credential(slot, digest)
    assert keys.accounts_prefix(slot) + user == keys.account(user)
    assert f"{keys.credentials_prefix(slot)}{user}:session" == keys.credentials(user, "session")


def test_no_other_module_spells_a_key() -> None:
    found = [
        f"{path}: {node.value}"
        for package in ("services", "projections", "workers")
        for path in (ROOT / package).rglob("*.py")
        if path != Path(keys.__file__)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SPELLED.match(node.value)
    ]
    assert found == []


def test_what_is_nobodys_is_of_no_kind() -> None:
    for key in ("", "acta:", "{p1}:feeds", "acta:{p1}:mute:" + "0" * 32, "{outbox}:", "{models}:0:rows:x", "xrq:queue"):
        assert kind_of(key) is None, key
