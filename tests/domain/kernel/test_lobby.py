"""A table before the game begins: opening, joining, bots, nonces, leaving, private tables, the start."""

import ast
from pathlib import Path

import pytest

from domain.kernel import lifecycle as life
from domain.kernel import lobby
from domain.kernel.clock import DAY
from domain.kernel.errors import BadOptions, NotAllowed, NotYourSeat
from domain.kernel.game import Event
from domain.kernel.ids import Seat, UserId
from domain.kernel.match import SYSTEM, Batch, Match
from domain.kernel.rng import KeyedRng, commitment, game_key
from tests.domain.kernel.people import ANNA, BRUNO, CLARA, HOST, SECRET, WORDS, act, forbidden, playing, table
from tests.kit.taberna import GAME
from tests.kit.taberna.game import Taberna
from tests.kit.taberna.state import TabernaOptions
from tests.kit.templates import fields_of

ROOT = Path(__file__).parents[3]


def users(match: Match) -> list[UserId | None]:
    return [chair.user for chair in match.table.chairs]


class TestOpening:
    def test_the_host_takes_chair_0_and_the_secret_is_promised(self) -> None:
        created, taken = (e.event for e in lobby.create(GAME, SECRET, HOST, lobby.Terms(3, {}, "Our table")).entries)
        assert created == life.GameCreated(
            game="taberna",
            rules_version=1,
            data_hash=GAME.meta.data_hash,
            players=3,
            options={"rounds": 2},
            title="Our table",
            private=False,
            host=HOST,
            invited=(),
            commitment=commitment(SECRET),
        )
        assert taken == life.SeatTaken(seat=Seat(0), user=HOST)

    def test_the_table_remembers_what_is_played_by_which_rules_and_what_was_promised(self) -> None:
        found = table(3).table
        assert (found.game, found.rules_version, found.data_hash) == ("taberna", 1, GAME.meta.data_hash)
        assert (found.commitment, found.secret) == (commitment(SECRET), None)

    @pytest.mark.parametrize("players", [-1, 0, 1, 5])
    def test_a_number_of_players_that_the_game_is_not_for(self, players: int) -> None:
        with pytest.raises(BadOptions, match=f"players.*{players}"):
            table(players)

    @pytest.mark.parametrize("options", [{"round": 1}, {"rounds": "1"}, {"rounds": None}, {"rounds": 4}])
    def test_options_that_the_game_does_not_have(self, options: dict[str, object]) -> None:
        with pytest.raises(BadOptions, match="round"):
            table(options=options)


class TestTerms:
    def test_the_host_changes_options_and_title_each_alone(self) -> None:
        match = table(title="Our table")
        assert act(match, HOST, lobby.set_terms, {"rounds": 1}, None) == [
            life.TermsSet(options={"rounds": 1}, title="Our table")
        ]
        assert act(match, HOST, lobby.set_terms, None, "Yours") == [life.TermsSet(options={"rounds": 1}, title="Yours")]
        assert (match.table.options, match.table.title) == ({"rounds": 1}, "Yours")

    def test_bad_options_are_refused(self) -> None:
        with pytest.raises(BadOptions):
            act(table(), HOST, lobby.set_terms, {"rounds": 9}, None)

    def test_nobody_else_changes_them(self) -> None:
        match = table()
        act(match, ANNA, lobby.join, None)
        with pytest.raises(NotYourSeat):
            act(match, ANNA, lobby.set_terms, {"rounds": 1}, None)


class TestJoining:
    def test_one_takes_the_next_free_chair_and_may_add_a_nonce(self) -> None:
        match = table()
        assert act(match, ANNA, lobby.join, "salt of Anna") == [
            life.SeatTaken(seat=Seat(1), user=ANNA),
            life.NonceGiven(seat=Seat(1), nonce="salt of Anna"),
        ]
        assert match.table.chairs[1].nonce == "salt of Anna"

    def test_a_chair_that_became_free_is_the_next_one(self) -> None:
        match = table(4)
        for user in (ANNA, BRUNO):
            act(match, user, lobby.join, None)
        act(match, ANNA, lobby.leave, Seat(1))
        act(match, CLARA, lobby.join, None)
        assert users(match) == [HOST, CLARA, BRUNO, None]

    def test_a_full_table_starts_by_itself(self) -> None:
        match = table(2)
        events = act(match, ANNA, lobby.join, None)
        first = KeyedRng(game_key(SECRET, [None, None])).below("first seat", 2)
        assert events[1:3] == [
            life.LotsDrawn(purpose="first seat", count=1),
            life.GameStarted(players=2, first_seat=Seat(first)),
        ]
        assert (match.status(), match.to_act()) == ("active", (0, 1))

    def test_one_user_holds_one_seat(self) -> None:
        assert forbidden(table(), HOST, lobby.join, None) == "already_seated"

    def test_not_once_the_game_began(self) -> None:
        assert forbidden(playing(), CLARA, lobby.join, None) == "not_in_lobby"

    def test_not_if_every_chair_is_taken(self) -> None:
        match = table(2)
        Batch(match, ANNA).emit(life.SeatTaken(seat=Seat(1), user=ANNA))
        assert forbidden(match, BRUNO, lobby.join, None) == "table_full"
        assert forbidden(match, HOST, lobby.add_bot, "random") == "table_full"


class TestBots:
    def test_the_host_gives_a_chair_to_a_bot_and_the_last_one_starts_the_game(self) -> None:
        match = table()
        assert act(match, HOST, lobby.add_bot, "random") == [life.SeatTaken(seat=Seat(1), bot="random")]
        act(match, HOST, lobby.add_bot, "greedy")
        assert match.status() == "active"
        assert [chair.human for chair in match.table.chairs] == [True, False, False]

    def test_nobody_else_does(self) -> None:
        match = table()
        act(match, ANNA, lobby.join, None)
        with pytest.raises(NotYourSeat):
            act(match, ANNA, lobby.add_bot, "random")


class TestNonce:
    def test_a_seated_player_adds_one_once(self) -> None:
        match = table()
        assert act(match, HOST, lobby.give_nonce, "dice") == [life.NonceGiven(seat=Seat(0), nonce="dice")]
        assert forbidden(match, HOST, lobby.give_nonce, "other dice") == "nonce_given"

    def test_the_one_given_while_joining_is_the_only_one(self) -> None:
        match = table()
        act(match, ANNA, lobby.join, "dice")
        assert forbidden(match, ANNA, lobby.give_nonce, "other dice") == "nonce_given"

    def test_it_leaves_with_its_player(self) -> None:
        match = table()
        act(match, ANNA, lobby.join, "dice")
        act(match, ANNA, lobby.leave, Seat(1))
        act(match, BRUNO, lobby.join, None)
        assert match.table.chairs[1].nonce is None

    def test_not_without_a_seat_and_not_after_the_start(self) -> None:
        with pytest.raises(NotYourSeat):
            act(table(), ANNA, lobby.give_nonce, "dice")
        assert forbidden(playing(), HOST, lobby.give_nonce, "dice") == "not_in_lobby"

    def test_the_nonces_by_seat_make_the_key(self) -> None:
        match = table()
        act(match, HOST, lobby.give_nonce, "h")
        act(match, ANNA, lobby.join, "a")
        act(match, HOST, lobby.add_bot, "random")
        key = game_key(SECRET, ["h", "a", None])
        assert match.table.first_seat == KeyedRng(key).below("first seat", 3)
        deck = KeyedRng(key).shuffled("deck", range(1, 16))
        assert match.state.hands == [sorted(deck[3 * seat : 3 * seat + 3]) for seat in range(3)]


class TestLeaving:
    def test_a_chair_becomes_free(self) -> None:
        match = table()
        act(match, ANNA, lobby.join, None)
        assert act(match, ANNA, lobby.leave, Seat(1)) == [life.SeatLeft(seat=Seat(1))]
        assert users(match) == [HOST, None, None]

    def test_the_table_passes_on_to_the_next_person_when_its_host_leaves(self) -> None:
        match = table(4)
        act(match, HOST, lobby.add_bot, "random")
        act(match, ANNA, lobby.join, None)
        assert act(match, HOST, lobby.leave, Seat(0)) == [life.SeatLeft(seat=Seat(0)), life.HostNamed(user=ANNA)]
        assert act(match, ANNA, lobby.leave, Seat(1)) == [life.SeatLeft(seat=Seat(1))]

    def test_the_host_removes_a_player_or_a_bot_and_remains_host(self) -> None:
        match = table(4)
        act(match, ANNA, lobby.join, None)
        act(match, HOST, lobby.add_bot, "random")
        for seat in (Seat(1), Seat(2)):
            assert act(match, HOST, lobby.leave, seat) == [life.SeatLeft(seat=seat)]
        assert match.table.host == HOST

    def test_nobody_else_removes_anyone(self) -> None:
        match = table()
        act(match, ANNA, lobby.join, None)
        for user, seat in ((ANNA, Seat(0)), (BRUNO, Seat(1))):
            with pytest.raises(NotYourSeat):
                act(match, user, lobby.leave, seat)

    def test_a_table_without_people_is_abandoned(self) -> None:
        match = table()
        act(match, HOST, lobby.add_bot, "random")
        assert act(match, HOST, lobby.leave, Seat(0)) == [
            life.SeatLeft(seat=Seat(0)),
            life.GameAbandoned(),
            life.SecretRevealed(secret=SECRET.hex()),
        ]
        assert forbidden(match, ANNA, lobby.join, None) == "not_in_lobby"

    @pytest.mark.parametrize("seat", [-1, 2, 3, 99])
    def test_a_chair_on_which_nobody_sits(self, seat: int) -> None:
        assert forbidden(table(), HOST, lobby.leave, Seat(seat)) == "chair_free"

    def test_not_once_the_game_began(self) -> None:
        assert forbidden(playing(), ANNA, lobby.leave, Seat(1)) == "not_in_lobby"


class TestClosing:
    def test_a_table_where_nothing_happens_is_closed_by_the_server(self) -> None:
        match = table()
        act(match, ANNA, lobby.join, None)
        batch = Batch(match, SYSTEM)
        lobby.close_quiet(batch, 14, 14 * DAY)
        closed = life.GameAbandoned(quiet_days=14), life.SecretRevealed(secret=SECRET.hex())
        assert tuple(entry.event for entry in batch.entries) == closed
        assert (match.status(), match.table.result) == ("abandoned", None)
        assert users(match)[:2] == [HOST, ANNA], "they are told"

    @pytest.mark.parametrize(("days", "quiet"), [(14, 14 * DAY - 1), (0, 14 * DAY), (-1, 14 * DAY)])
    def test_not_before_its_days_are_over(self, days: int, quiet: int) -> None:
        with pytest.raises(NotAllowed) as refused:
            lobby.close_quiet(Batch(table(), SYSTEM), days, quiet)
        assert refused.value.reason == "not_quiet"

    def test_not_once_the_game_began(self) -> None:
        with pytest.raises(NotAllowed) as refused:
            lobby.close_quiet(Batch(playing(), SYSTEM), 14, 99 * DAY)
        assert refused.value.reason == "not_in_lobby"

    def test_it_is_told_why(self) -> None:
        told = [WORDS.say("event.GameAbandoned", {"quiet_days": days}) for days in (0, 1, 14)]
        assert told == [
            "The table agreed to abandon the game.",
            "Nothing happened here for 1 day, so the table was closed before the game began.",
            "Nothing happened here for 14 days, so the table was closed before the game began.",
        ]


class LongOnlyForMany(Taberna):
    """Three rounds are too long for two players."""

    def check_options(self, options: TabernaOptions, players: int) -> None:
        if options.rounds == 3 and players == 2:
            raise BadOptions("too long")


class TestStart:
    def test_with_fewer_players_the_chairs_behind_them_go(self) -> None:
        match = table(4)
        act(match, ANNA, lobby.join, "a")
        events = act(match, HOST, lobby.start)
        assert events[1] == life.GameStarted(players=2, first_seat=match.table.first_seat or Seat(0))
        assert users(match) == [HOST, ANNA]
        assert len(match.state.hands) == 2

    @pytest.mark.parametrize("nonce", ["a", "b", "c", "d"])
    def test_with_fewer_players_one_key_serves_every_draw(self, nonce: str) -> None:
        """Who checks a game knows the nonces of those who played, not how many chairs stood empty."""
        match = table(4)
        act(match, ANNA, lobby.join, nonce)
        act(match, HOST, lobby.start)
        key = game_key(SECRET, [None, nonce])
        assert match.table.first_seat == KeyedRng(key).below("first seat", 2)
        assert match.state.hands[0] == sorted(KeyedRng(key).shuffled("deck", range(1, 16))[:3])

    def test_not_with_a_gap_between_the_chairs(self) -> None:
        match = table(4)
        for user in (ANNA, BRUNO):
            act(match, user, lobby.join, None)
        act(match, ANNA, lobby.leave, Seat(1))
        assert forbidden(match, HOST, lobby.start) == "gap_between_chairs"

    def test_not_with_too_few(self) -> None:
        assert forbidden(table(), HOST, lobby.start) == "too_few_players"

    def test_not_with_options_that_do_not_fit_so_few(self) -> None:
        match = table(3, game=LongOnlyForMany(), options={"rounds": 3})
        act(match, ANNA, lobby.join, None)
        with pytest.raises(BadOptions, match="too long"):
            act(match, HOST, lobby.start)

    def test_by_the_host_alone_and_once(self) -> None:
        match = table()
        act(match, ANNA, lobby.join, None)
        with pytest.raises(NotYourSeat):
            act(match, ANNA, lobby.start)
        act(match, HOST, lobby.start)
        assert forbidden(match, HOST, lobby.start) == "not_in_lobby"


class TestPrivateTable:
    def test_strangers_need_an_invitation(self) -> None:
        match = table(private=True)
        assert forbidden(match, ANNA, lobby.join, None) == "invitation_needed"
        assert forbidden(match, ANNA, lobby.join, None, "guessed") == "invitation_needed"

    def test_an_invited_user_enters(self) -> None:
        match = table(private=True, invited=(ANNA,))
        act(match, ANNA, lobby.join, None)
        assert match.table.seat_of(ANNA) == 1

    def test_whoever_has_the_code_enters_and_only_its_digest_is_recorded(self) -> None:
        match = table(private=True)
        digest = lobby.invitation_digest("open sesame")
        assert act(match, HOST, lobby.invite, digest) == [life.InvitationIssued(digest=digest)]
        assert "sesame" not in digest
        act(match, ANNA, lobby.join, None, "open sesame")
        assert match.table.seat_of(ANNA) == 1

    def test_only_the_host_invites(self) -> None:
        with pytest.raises(NotYourSeat):
            act(table(private=True), ANNA, lobby.invite, lobby.invitation_digest("open sesame"))

    def test_who_may_enter(self) -> None:
        match = table(private=True, invited=(ANNA,))
        act(match, HOST, lobby.invite, lobby.invitation_digest("code"))
        asked = {
            (user, code): lobby.may_enter(match.table, user) or lobby.admits(match.table, code, 0)
            for user in (HOST, ANNA, BRUNO, None)
            for code in (None, "code", "other")
        }
        refused = {who for who, may in asked.items() if not may}
        assert refused == {(BRUNO, None), (BRUNO, "other"), (None, None), (None, "other")}
        assert lobby.may_enter(table().table, None)

    def test_a_code_is_good_until_it_expires(self) -> None:
        match = table(private=True)
        digest = lobby.invitation_digest("code")
        issued = act(match, HOST, lobby.invite, digest, 1000)
        assert issued == [life.InvitationIssued(digest=digest, expires_at=1000)]
        assert forbidden(match, ANNA, lobby.join, None, "code", 1000) == "invitation_needed"
        assert forbidden(match, ANNA, lobby.join, None, "code") == "invitation_needed", "at no known moment"
        act(match, ANNA, lobby.join, None, "code", 999)
        assert match.table.seat_of(ANNA) == 1

    def test_a_code_is_good_until_it_is_withdrawn(self) -> None:
        match = table(private=True)
        digest = lobby.invitation_digest("code")
        act(match, HOST, lobby.invite, digest)
        with pytest.raises(NotYourSeat):
            act(match, ANNA, lobby.withdraw_invitation, digest)
        assert act(match, HOST, lobby.withdraw_invitation, digest) == [life.InvitationWithdrawn(digest=digest)]
        assert forbidden(match, ANNA, lobby.join, None, "code") == "invitation_needed"
        assert forbidden(match, HOST, lobby.withdraw_invitation, digest) == "no_such_invitation"


class TestWords:
    @pytest.mark.parametrize("kind", life.EVENTS)
    def test_it_has_words_made_of_its_own_fields(self, kind: type[Event]) -> None:
        template = WORDS.languages["en"][f"event.{kind.__name__}"]
        assert fields_of(template) <= set(kind.__struct_fields__)

    def test_every_reason_to_forbid_something_has_words_and_no_words_are_left_over(self) -> None:
        files = [file for package in ("domain/kernel", "services") for file in (ROOT / package).rglob("*.py")]
        nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]
        reasons = {
            part.value
            for call in nodes
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "NotAllowed"
            for part in [getattr(call.args[0], name, call.args[0]) for name in ("body", "orelse")]
            if isinstance(part, ast.Constant)
        }
        keys = {key.removeprefix("not_allowed.") for key in WORDS.languages["en"] if key.startswith("not_allowed.")}
        assert reasons == keys
