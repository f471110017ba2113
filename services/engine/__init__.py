"""The embedded Redis: found, guarded, started and checked.

Knows binaries, folders and processes. It must never know what is stored in them.
"""
