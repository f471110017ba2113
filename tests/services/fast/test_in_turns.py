"""What is done for many leaves turns of the event loop to others."""

import asyncio

from services.fast.in_turns import A_TURN, in_turns


async def test_others_have_a_turn_between() -> None:
    done: list[int] = []
    others: list[int] = []
    many = set(range(2 * A_TURN + 1))
    in_turns(many, done.append)
    many.clear()  # who leaves meanwhile disturbs nobody
    assert done == [], "whoever asked goes on first"
    while len(done) < 2 * A_TURN + 1:
        await asyncio.sleep(0)
        others.append(len(done))
    assert others == [A_TURN, 2 * A_TURN, 2 * A_TURN + 1]
    assert done == [*range(2 * A_TURN + 1)]


async def test_one_that_fails_does_not_keep_the_next_turn_from_coming() -> None:
    done: list[int] = []
    heard: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: heard.append(context["exception"]))

    def act(number: int) -> None:
        if number == A_TURN - 1:
            raise KeyError(number)
        done.append(number)

    in_turns(range(A_TURN + 3), act)
    for _ in range(3):
        await asyncio.sleep(0)
    assert [type(error) for error in heard] == [KeyError]
    assert done == [*range(A_TURN - 1), *range(A_TURN, A_TURN + 3)]
