"""The pages: server-rendered HTML, with plain modules of JavaScript for what must feel immediate.

A page reads through `services.queries` and changes through `services.acts`, as every edge does. It shows nothing that
its reader may not know, and works without JavaScript.
"""
