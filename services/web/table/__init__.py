"""The table: the board as its reader may see it, a turn composed by pointing, and everything that is said around it.

The draft is the player's one stored draft. What was pointed at and is no whole command yet lives in the address or in
the form. Every answer is drawn from a view: nothing stands in a page that its reader may not know.
"""
