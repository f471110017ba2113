"""`acta admin`: what the operator of the machine may do to accounts and games.

Works on the running server, or on its data folder while it is stopped. Every act is noted before it is done.
"""

from cyclopts import App

from services.cli.admin import games, people, rights, store

admin = App(name="admin", help_epilogue="")
for app in (rights.app, people.app, games.app, store.app):
    admin.update(app)
