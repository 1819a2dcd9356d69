"""A clock and a device that do as a test says."""

from stopbell.speech.audio import Audio
from stopbell.speech.errors import NoDeviceError, PlaybackError


class Seconds:
    """A clock that goes when the test says so."""

    at = 0.0

    def __call__(self) -> float:
        return self.at


class BrokenDevice:
    """A sink where no sound device is; counts how often it was asked for one."""

    def __init__(self) -> None:
        self.asked = 0

    async def prepare(self) -> None:
        self.asked += 1
        raise NoDeviceError("no device")

    async def play(self, audio: Audio) -> None:
        del audio
        raise NoDeviceError("no device")

    def silence(self) -> None:
        """Do nothing: it is silent."""

    async def close(self) -> None:
        """Do nothing: nothing is open."""


class BreakingDevice:
    """A sink that plays one audio and then no more."""

    def __init__(self) -> None:
        self.played: list[Audio] = []

    async def prepare(self) -> None:
        """Do nothing: it is open."""

    async def play(self, audio: Audio) -> None:
        if self.played:
            raise PlaybackError("the device is lost")
        self.played.append(audio)

    def silence(self) -> None:
        """Do nothing: nothing plays on."""

    async def close(self) -> None:
        """Do nothing: nothing is open."""
