"""Python's search for cycles, which finds next to nothing: nearly all that a request leaves behind goes without it."""

import gc

SELDOM = (10_000, 20, 20)


def search_seldom() -> None:
    """What there is by now lives as long as the process, and is never looked through again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
