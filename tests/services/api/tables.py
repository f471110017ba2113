"""Tables at which tests of the API begin."""

from tests.kit.http import Json, Person


async def opened(host: Person, players: int = 2, **terms: Json) -> str:
    """A table in the lobby; its id."""
    answer = await host.done("/games", {"game": "taberna", "players": players, **terms})
    game: str = answer["game_id"]
    return game


async def started(*people: Person, **terms: Json) -> str:
    """A game that has just begun, the first of the people as host: everyone may lay a card."""
    host, *others = people
    game = await opened(host, len(people), **terms)
    code = (await host.done(f"/games/{game}/invitations"))["code"] if terms.get("private") else None
    for guest in others:
        await guest.done(f"/games/{game}/seats", {"invitation": code} if code else {})
    return game


async def dealt(*people: Person, **terms: Json) -> tuple[str, Person]:
    """A game in which all cards are laid and revealed, and the person whose turn has begun."""
    game = await started(*people, **terms)
    for person in people:
        await choose(person, game)
    return game, await on_turn(game, people)


async def on_turn(game: str, people: tuple[Person, ...]) -> Person:
    """The one person who owes a choice."""
    (seat,) = (await people[0].seen(f"/games/{game}"))["to_act"]
    return people[int(seat)]


async def options(person: Person, game: str) -> list[dict[str, Json]]:
    """The commands that a person may choose from."""
    return [option["command"] for option in (await person.seen(f"/games/{game}/options"))["options"]]


async def choose(person: Person, game: str, command: dict[str, Json] | None = None) -> Json:
    """Play a command, the first option unless told otherwise."""
    return await person.done(f"/games/{game}/commands", {"command": command or (await options(person, game))[0]})


def errand(what: str) -> dict[str, str]:
    return {"type": "RunErrand", "what": what}


END_TURN = {"type": "EndTurn"}
