"""The special cases that make choices and live streams quick; README.md says what each saves, and which bench shows it.

Each takes the place of something ordinary, and knows nothing of what it makes quick: no route, no key, no game.
"""
