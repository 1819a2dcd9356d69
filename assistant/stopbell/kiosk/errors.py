"""What can go wrong with a kiosk before it runs.

KioskError
    ProvisioningInvalid   the provisioning file, or a flag in its place, is not understood
    NoTerminalError       there is no terminal to show the board on and to read keys from
    TerminalLostError     the terminal went away while the kiosk ran
    UnfitSystemError      no kiosk can run on this system
"""


class KioskError(Exception):
    """The root; the message is one sentence for the operator."""


class ProvisioningInvalid(KioskError):  # noqa: N818  # named as the server's SettingsInvalid is
    """A value or a key of the provisioning is not understood."""


class NoTerminalError(KioskError):
    """A kiosk needs a terminal of its own."""


class UnfitSystemError(KioskError):
    """The system has no terminals that a kiosk can take over."""


class TerminalLostError(KioskError):
    """The terminal hung up; whoever supervises the kiosk starts it again."""
