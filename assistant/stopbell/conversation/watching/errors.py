"""What can go wrong while watching.

WatchError
└── NoAnswerError
"""


class WatchError(Exception):
    """A watch cannot go on as it should."""


class NoAnswerError(WatchError):
    """The server gave no answer; the rider is told when it lasts."""
