"""Everything that a person or a program may do, each act once, whichever door it is asked for at.

An act is a function below `@act`. API, page and chat parse what came in, call it, and present what came of it. It
knows neither Litestar nor a chat platform.
"""
