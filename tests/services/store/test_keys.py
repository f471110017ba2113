"""The names of keys: of whatever hostile texts they are made, each is of one kind and no two things share one."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from redis.crc import key_slot

from domain.kernel.ids import GameId, UserId
from services.store import keys
from services.store.accounts.ids import new_user_id, partition_of_name
from services.store.keys import PATTERNS, Kind, kind_of

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
digests = st.integers(0, 2**256 - 1).map(lambda number: f"{number:064x}")
words = st.sampled_from(["0", "live", "session", "0123456789abcdef"])

BUILT = {
    Kind.FEED: st.builds(keys.feed, numbers),
    Kind.OWED: st.builds(keys.owed, numbers),
    Kind.GAMES: st.builds(keys.games, numbers),
    Kind.EVENTS: games.map(lambda game: keys.of(game).stream),
    Kind.FACTS: games.map(lambda game: keys.of(game).facts),
    Kind.COMMANDS: games.map(lambda game: keys.of(game).commands),
    Kind.SNAPSHOT: st.builds(keys.snapshot, games),
    Kind.DRAFT: st.builds(keys.draft, games, users),
    Kind.NOTES: st.builds(keys.notes, games, users),
    Kind.PRESENCE: st.builds(keys.presence, games, users),
    Kind.TALK: games.map(lambda game: keys.talk(game).stream),
    Kind.TALK_TEXTS: games.map(lambda game: keys.talk(game).texts),
    Kind.TALK_SAID: games.map(lambda game: keys.talk(game).said),
    Kind.PRINTED: st.just(Kind.PRINTED.key()),
    Kind.ACCOUNT: st.builds(keys.account, users),
    Kind.NAME: texts.map(lambda name: keys.name(name, partition_of_name(name))),
    Kind.PREFERENCES: st.builds(keys.preferences, users),
    Kind.MUTED_PEOPLE: st.builds(keys.muted_people, users),
    Kind.MUTED_GAMES: st.builds(keys.muted_games, users),
    Kind.CREDENTIAL: st.builds(keys.credential, users.map(keys.slot_of) | st.just(keys.slot_of(keys.SERVER)), digests),
    Kind.CREDENTIALS: st.builds(keys.credentials, users | st.just(keys.SERVER), words),
    Kind.FIRST_ACCOUNT: st.just(Kind.FIRST_ACCOUNT.key()),
    Kind.LIMIT: texts.map(lambda limit: Kind.LIMIT.key(limit=limit)),
    Kind.MODELS_LIVE: st.just(Kind.MODELS_LIVE.key()),
    Kind.MODELS: words.flatmap(lambda name: st.sampled_from(keys.generation(name))),
    Kind.OUTBOX: st.sampled_from(["due", "told"]).map(lambda part: Kind.OUTBOX.key(queue=part)),
    Kind.DELIVERY: texts.map(lambda delivery: Kind.DELIVERY.key(delivery=delivery)),
    Kind.DELIVERIES: texts.map(lambda person: Kind.DELIVERIES.key(person=person)),
    Kind.PAUSED_CHANNEL: texts.map(lambda channel: Kind.PAUSED_CHANNEL.key(channel=channel)),
    Kind.REPORTS: st.sampled_from(["ids", "open"]).map(lambda part: Kind.REPORTS.key(reports=part)),
    Kind.JOB_COUNTS: st.just(Kind.JOB_COUNTS.key()),
    Kind.STUCK_GAMES: st.just(Kind.STUCK_GAMES.key()),
    Kind.RQ: texts.map(lambda rest: Kind.RQ.key(anything=rest)),
}
"""How a key of each kind comes to be, with any text where a client or another server may choose it."""


def test_every_kind_is_tried() -> None:
    assert BUILT.keys() == {*Kind}


@settings(max_examples=40)
@given(st.data())
def test_a_key_is_of_its_own_kind_and_of_no_other(data: st.DataObject) -> None:
    for kind, built in BUILT.items():
        key = data.draw(built, label=kind.name)
        assert [other for other, pattern in PATTERNS.items() if pattern.fullmatch(key)] == [kind]
        assert kind_of(key) is kind


@given(st.sets(st.tuples(games, users), min_size=2, max_size=6))
def test_two_people_or_two_games_share_no_key(pairs: set[tuple[GameId, UserId]]) -> None:
    of_games = [key for game in {game for game, _ in pairs} for key in (*keys.of(game)[:3], *keys.talk(game))]
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


def test_what_is_nobodys_is_of_no_kind() -> None:
    for key in ("", "acta:", "{p1}:feeds", "acta:{p1}:mute:" + "0" * 32, "{outbox}:", "{models}:0:rows:x", "xrq:queue"):
        assert kind_of(key) is None, key
