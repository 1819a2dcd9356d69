"""The compiled feed: one immutable SQLite file per feed version."""
