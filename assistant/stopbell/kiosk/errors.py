"""What can go wrong with a kiosk before it runs.

KioskError
    ProvisioningInvalid   the provisioning file, or a flag in its place, is not understood
    NoTerminalError       there is no terminal to show the board on and to read keys from
    TerminalLostError     the terminal went away while the kiosk ran
"""


class KioskError(Exception):
    """The root; the message is one sentence for the operator."""


class ProvisioningInvalid(KioskError):  # noqa: N818  # named as the server's SettingsInvalid is
    """A value or a key of the provisioning is not understood."""


class NoTerminalError(KioskError):
    """A kiosk needs a terminal of its own."""


class TerminalLostError(KioskError):
    """The terminal hung up; whoever supervises the kiosk starts it again."""
