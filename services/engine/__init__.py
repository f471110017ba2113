"""The embedded Redis: found, guarded, started and checked.

Knows binaries, folders and processes. It must never know what is stored in them. Others come in by `embedded`
(where is the Redis?), `checks` (is it durable, is there room?), `parent_death` (die with your parent) and `errors`.
"""
