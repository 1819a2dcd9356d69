"""What can go wrong between a sentence and the ear."""


class SpeechError(Exception):
    """The root: SpeechError ← SynthesisError (no audio was made), PlaybackError ← NoDeviceError."""


class SynthesisError(SpeechError):
    """The engine gave no audio, also after it was replaced."""


class PlaybackError(SpeechError):
    """The audio was made but could not be heard to its end."""


class NoDeviceError(PlaybackError):
    """There is nothing here to play sound on."""
