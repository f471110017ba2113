"""Pictures of a table: pure functions from what a reader may know to SVG, for the page, for chat and for the API.

Imports nothing of ours but `domain`. No clock and no randomness: the same input gives the same bytes. What is drawn
comes from a view, never from a state, so that a picture cannot show more than its reader may know.
"""
