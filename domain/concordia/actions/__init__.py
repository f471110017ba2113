"""What each personality card does: one module a card, named as the rule book names it.

A module offers `begin` (what happens when the card is played or copied), `options` for the choices that follow, and a
function for each command. A function guards first and then emits; when its action is complete it ends the turn.
"""
