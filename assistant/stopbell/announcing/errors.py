"""What can go wrong before announcements begin.

AnnouncingError
    AnnouncingInvalid   the settings, in their file or by flag, are not understood
    StopUnclearError    a stop is not there, or several may be meant
"""


class AnnouncingError(Exception):
    """The root; the message is one sentence for the operator."""


class AnnouncingInvalid(AnnouncingError):  # noqa: N818  # named as the server's SettingsInvalid is
    """A key or a value is not understood; the message names it and says what to write."""


class StopUnclearError(AnnouncingError):
    """What was given as a stop is none, or may be several."""
