"""The double remembers and refuses as Discord does."""

from typing import Any

import httpx
import pytest

from tests.kit.discord import APPLICATION
from tests.kit.discord.api import Api, Fault
from tests.kit.discord.commands import size
from tests.kit.discord.rates import Rates
from tests.kit.discord.test_bodies import button, post, row, text
from tests.kit.discord.world import Channel, Interaction

EDIT = {"components": [text("new")], "allowed_mentions": {"parse": []}, "flags": 32768}
POSTS = "POST /channels/{channel}/messages"


def code(answer: httpx.Response) -> tuple[int, int]:
    return answer.status_code, answer.json()["code"]


def posted(client: httpx.Client, channel: Channel, **more: Any) -> str:  # noqa: ANN401 - any field
    answer = client.post(f"/channels/{channel.id}/messages", json=post(text("<@9> <@8>"), **more))
    assert answer.status_code == 200, answer.text
    made: str = answer.json()["id"]
    return made


class TestChannels:
    def test_the_same_nonce_gives_the_first_message_again(self, client: httpx.Client, channel: Channel) -> None:
        assert posted(client, channel, nonce="1") == posted(client, channel, nonce="1")
        assert posted(client, channel, nonce="2") != posted(client, channel, nonce="1")
        assert len(channel.messages) == 2

    def test_a_nonce_is_forgotten(self, api: Api, client: httpx.Client, channel: Channel) -> None:
        first = posted(client, channel)
        api.world.ahead += 301
        assert posted(client, channel) != first

    def test_only_who_may_be_is_notified(self, api: Api, client: httpx.Client, channel: Channel) -> None:
        made = posted(client, channel, allowed_mentions={"parse": [], "users": ["9"]})
        assert [user for user, message in api.world.notified if message == made] == ["9"]

    def test_nobody_is_notified_by_an_edit(self, api: Api, client: httpx.Client, channel: Channel) -> None:
        made = posted(client, channel)
        body = EDIT | {"components": [text("<@9>")], "allowed_mentions": {"parse": [], "users": ["9"]}}
        assert client.patch(f"/channels/{channel.id}/messages/{made}", json=body).status_code == 200
        assert [user for user, message in api.world.notified if message == made] == []

    def test_nobody_is_notified_silently(self, api: Api, client: httpx.Client, channel: Channel) -> None:
        made = posted(client, channel, flags=32768 | 4096, allowed_mentions={"parse": [], "users": ["9"]})
        assert [user for user, message in api.world.notified if message == made] == []

    def test_unknown_things_are_not_found(self, client: httpx.Client, channel: Channel) -> None:
        assert code(client.post("/channels/1/messages", json=post(text()))) == (404, 10003)
        assert code(client.patch(f"/channels/{channel.id}/messages/1", json=EDIT)) == (404, 10008)

    def test_the_bot_may_be_locked_out(self, client: httpx.Client, channel: Channel) -> None:
        channel.refusal = 50013
        assert code(client.post(f"/channels/{channel.id}/messages", json=post(text()))) == (403, 50013)

    def test_old_messages_are_edited_seldom(self, api: Api, client: httpx.Client, channel: Channel) -> None:
        made = posted(client, channel)
        api.world.ahead += 3601
        edits = [client.patch(f"/channels/{channel.id}/messages/{made}", json=EDIT) for _ in range(4)]
        assert [edit.status_code for edit in edits] == [200, 200, 200, 429]
        assert edits[3].json()["code"] == 30046

    def test_a_deleted_message_is_gone(self, client: httpx.Client, channel: Channel) -> None:
        made = posted(client, channel)
        assert client.delete(f"/channels/{channel.id}/messages/{made}").status_code == 204
        assert code(client.patch(f"/channels/{channel.id}/messages/{made}", json=EDIT)) == (404, 10008)


class TestThreads:
    def opened(self, api: Api, client: httpx.Client, channel: Channel) -> Channel:
        made = posted(client, channel)
        address = f"/channels/{channel.id}/messages/{made}/threads"
        asked = {"name": "Trajan", "auto_archive_duration": 10080}
        assert client.post(address, json=asked).status_code == 201
        assert code(client.post(address, json=asked)) == (400, 160004)
        return api.world.channels[made]

    def test_a_post_wakes_an_archived_thread(self, api: Api, client: httpx.Client, channel: Channel) -> None:
        thread = self.opened(api, client, channel)
        made = posted(client, thread)
        thread.archived = True
        assert code(client.patch(f"/channels/{thread.id}/messages/{made}", json=EDIT)) == (400, 50083)
        posted(client, thread, nonce="2")
        assert client.patch(f"/channels/{thread.id}/messages/{made}", json=EDIT).status_code == 200

    def test_a_locked_thread_takes_nothing(self, api: Api, client: httpx.Client, channel: Channel) -> None:
        thread = self.opened(api, client, channel)
        thread.locked = True
        assert code(client.post(f"/channels/{thread.id}/messages", json=post(text()))) == (403, 160005)

    def test_a_name_is_needed(self, client: httpx.Client, channel: Channel) -> None:
        address = f"/channels/{channel.id}/messages/{posted(client, channel)}/threads"
        assert code(client.post(address, json={"name": "", "auto_archive_duration": 10080})) == (400, 50035)
        assert code(client.post(address, json={"name": "x", "auto_archive_duration": 5})) == (400, 50035)


class TestAnswersLater:
    @pytest.fixture
    def interaction(self, api: Api, channel: Channel) -> Interaction:
        made = Interaction(api.world.snowflake(), api.world.snowflake(), 2, "9", channel.id, api.world.now())
        api.world.interactions[made.id] = made
        return made

    @pytest.fixture
    def without_token(self, client: httpx.Client) -> httpx.Client:
        headers = {"User-Agent": "DiscordBot (https://acta.example, 1)"}
        return httpx.Client(base_url=client.base_url, headers=headers)

    def call_back(self, client: httpx.Client, to: Interaction, body: dict[str, Any]) -> httpx.Response:
        return client.post(f"/interactions/{to.id}/{to.token}/callback", json=body)

    def edit(self, client: httpx.Client, to: Interaction) -> httpx.Response:
        return client.patch(f"/webhooks/{APPLICATION}/{to.token}/messages/@original", json=EDIT)

    def test_a_deferred_answer_is_edited(
        self, without_token: httpx.Client, channel: Channel, interaction: Interaction
    ) -> None:
        with without_token as client:
            assert code(self.edit(client, interaction)) == (404, 10015)
            assert self.call_back(client, interaction, {"type": 5, "data": {"flags": 64}}).status_code == 204
            (shown,) = channel.messages.values()
            assert (shown.loading, shown.private_to) == (True, "9")
            assert self.edit(client, interaction).status_code == 200
            assert (shown.loading, shown.text) == (False, "new")

    def follow(self, client: httpx.Client, to: Interaction, flags: int) -> httpx.Response:
        return client.post(f"/webhooks/{APPLICATION}/{to.token}", json=EDIT | {"flags": flags})

    def test_a_further_message_is_as_private_as_it_says(
        self, without_token: httpx.Client, channel: Channel, interaction: Interaction
    ) -> None:
        with without_token as client:
            assert code(self.follow(client, interaction, 32768)) == (404, 10015)
            self.call_back(client, interaction, {"type": 4, "data": EDIT})
            assert self.follow(client, interaction, 32768 | 64).status_code == 200
            assert self.follow(client, interaction, 32768).status_code == 200
            assert [shown.private_to for shown in channel.messages.values()] == [None, "9", None]

    def test_a_further_message_would_take_the_place_of_what_loads(
        self, without_token: httpx.Client, channel: Channel, interaction: Interaction
    ) -> None:
        with without_token as client:
            self.call_back(client, interaction, {"type": 5, "data": {"flags": 64}})
            assert self.follow(client, interaction, 32768).status_code == 400
            assert len(channel.messages) == 1

    def test_discord_may_not_know_of_it_yet(
        self, api: Api, without_token: httpx.Client, interaction: Interaction
    ) -> None:
        with without_token as client:
            self.call_back(client, interaction, {"type": 5, "data": {}})
            api.world.early_edits = 2
            assert [self.edit(client, interaction).status_code for _ in range(3)] == [404, 404, 200]

    def test_a_token_lives_for_a_quarter_of_an_hour(
        self, api: Api, without_token: httpx.Client, interaction: Interaction
    ) -> None:
        with without_token as client:
            self.call_back(client, interaction, {"type": 5, "data": {}})
            api.world.ahead += 901
            assert code(self.edit(client, interaction)) == (401, 50027)

    def test_what_is_late_is_unknown(self, api: Api, without_token: httpx.Client, interaction: Interaction) -> None:
        with without_token as client:
            api.world.ahead += 4
            assert code(self.call_back(client, interaction, {"type": 5, "data": {}})) == (404, 10062)
            assert code(self.edit(client, interaction)) == (404, 10015)

    def test_an_interaction_is_answered_once(self, without_token: httpx.Client, interaction: Interaction) -> None:
        with without_token as client:
            self.call_back(client, interaction, {"type": 5, "data": {}})
            assert code(self.call_back(client, interaction, {"type": 5, "data": {}})) == (400, 40060)

    def test_a_deleted_answer_is_gone(
        self, without_token: httpx.Client, channel: Channel, interaction: Interaction
    ) -> None:
        with without_token as client:
            self.call_back(client, interaction, {"type": 5, "data": {}})
            channel.messages.clear()
            assert code(self.edit(client, interaction)) == (404, 10008)

    @pytest.mark.parametrize(
        "answer",
        [
            {"type": 1},
            {"type": 6},
            {"type": 7, "data": EDIT},
            {"type": 8, "data": {"choices": []}},
            {"type": 5, "data": {"flags": 32768}},
            {"type": 5, "data": {"components": [text()]}},
            {"type": 4, "data": {"content": "Salve"}},
            {"type": 12},
        ],
        ids=str,
    )
    def test_an_answer_that_does_not_fit_is_refused(
        self, without_token: httpx.Client, interaction: Interaction, answer: dict[str, Any]
    ) -> None:
        with without_token as client:
            assert code(self.call_back(client, interaction, answer)) == (400, 50035)


class TestRates:
    def test_headers_say_how_many_are_left(self, api: Api, client: httpx.Client, channel: Channel) -> None:
        api.rates.limits[POSTS] = (2, 5.0)
        answers = [client.post(f"/channels/{channel.id}/messages", json=post(text(), nonce=str(n))) for n in range(3)]
        assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[2].json()["retry_after"] == pytest.approx(5, abs=1)
        assert answers[2].json()["global"] is False
        assert answers[2].headers["X-RateLimit-Scope"] == "user"
        other = api.world.channel()
        assert posted(client, other)  # another channel has a limit of its own
        before = api.rates.refused
        client.post(f"/channels/{channel.id}/messages", json=post(text()))
        assert api.rates.refused == before + 1
        del api.rates.limits[POSTS]

    def test_all_requests_together_are_limited(self) -> None:
        rates = Rates()
        waits = [rates.take(f"route {n}", "", 0.5, by_bot=True)[1] for n in range(60)]
        assert waits == [None] * 50 + [0.5] * 10
        assert rates.take("webhook", "", 0.5, by_bot=False)[1] is None
        assert rates.take("route 1", "", 1.5, by_bot=True)[1] is None


class TestFaults:
    def test_planned_errors_come_once(self, api: Api, client: httpx.Client, channel: Channel) -> None:
        api.faults.append(Fault(POSTS, status=502))
        assert client.post(f"/channels/{channel.id}/messages", json=post(text())).status_code == 502
        assert channel.messages == {}
        posted(client, channel)

    def test_an_answer_is_lost_after_the_effect(self, api: Api, client: httpx.Client, channel: Channel) -> None:
        api.faults.append(Fault(POSTS, cut=True, after_effect=True))
        with pytest.raises(httpx.RemoteProtocolError):
            client.post(f"/channels/{channel.id}/messages", json=post(text()))
        assert len(channel.messages) == 1

    @pytest.mark.parametrize(
        ("method", "path", "headers"),
        [
            ("GET", "/applications/@me", {"User-Agent": "python"}),
            ("GET", "/gone", {}),
            ("POST", "/interactions/1/2/callback", {}),
        ],
    )
    def test_what_nobody_may_do_is_remembered(
        self, api: Api, client: httpx.Client, method: str, path: str, headers: dict[str, str]
    ) -> None:
        client.request(method, path, headers=headers)
        assert len(api.complaints) == 1
        api.complaints.clear()

    def test_a_wrong_token_is_refused(self, client: httpx.Client) -> None:
        answer = client.get("/applications/@me", headers={"Authorization": "Bot wrong"})
        assert answer.status_code == 401


class TestCommands:
    command: dict[str, Any] = {"name": "acta", "description": "Play"}
    address = f"/applications/{APPLICATION}/commands"

    def test_all_are_replaced(self, client: httpx.Client) -> None:
        assert client.put(self.address, json=[self.command, self.command | {"name": "old"}]).status_code == 200
        first = {one["name"]: one["id"] for one in client.get(self.address).json()}
        assert client.put(self.address, json=[self.command]).status_code == 200
        assert [(one["name"], one["id"]) for one in client.get(self.address).json()] == [("acta", first["acta"])]

    @pytest.mark.parametrize(
        "bad",
        [
            {"name": "Acta"},
            {"name": "a b"},
            {"name": "a" * 33},
            {"description": ""},
            {"description": "x" * 101},
            {"description_localizations": {"de": "x" * 101}},
            {"name_localizations": {"xx": "acta"}},
            {"nonsense": 1},
            {"options": [{"type": 3, "name": "a", "description": "a"}] * 2},
            {"options": [{"type": 3, "name": f"a{n}", "description": "a"} for n in range(26)]},
            {"options": [{"type": 3, "name": "a", "description": "a"}, {"type": 1, "name": "b", "description": "b"}]},
            {"options": [{"type": 3, "name": "a", "description": "a", "choices": [{"name": "", "value": "x"}]}]},
            {
                "options": [
                    {"type": 3, "name": "a", "description": "a"},
                    {"type": 3, "name": "b", "description": "b", "required": True},
                ]
            },
        ],
        ids=str,
    )
    def test_a_bad_command_is_refused(self, client: httpx.Client, bad: dict[str, Any]) -> None:
        assert code(client.put(self.address, json=[self.command | bad])) == (400, 50035)

    def test_a_large_command_is_refused(self, client: httpx.Client) -> None:
        options = [
            {
                "type": 1,
                "name": f"a{n}",
                "description": "x" * 90,
                "options": [{"type": 3, "name": f"b{m}", "description": "x" * 90} for m in range(3)],
            }
            for n in range(25)
        ]
        command = self.command | {"options": options}
        assert size(command) > 8000
        assert "APPLICATION_COMMAND_TOO_LARGE" in client.put(self.address, json=[command]).text

    def test_only_the_longest_localisation_counts(self) -> None:
        names = {"de": "xx", "fr": "xxxxxx"}
        assert size({"name": "acta", "description": "Play", "name_localizations": names}) == 6 + 4


def test_a_message_is_shown_to_those_who_may_see_it(api: Api, client: httpx.Client, channel: Channel) -> None:
    posted(client, channel)
    hidden = api.world.show_loading(channel.id, private_to="9")
    assert hidden in api.world.visible(channel.id, "9")
    assert hidden not in api.world.visible(channel.id, "8")
    assert hidden not in api.world.visible(channel.id)
    body = EDIT | {"components": [row(button())]}
    assert code(client.patch(f"/channels/{channel.id}/messages/{hidden.id}", json=body)) == (404, 10008)
