"""The functional core: values and pure functions that every game shares.

Nothing here reads a file, a clock or a mailbox, and nothing here knows a game.
"""
