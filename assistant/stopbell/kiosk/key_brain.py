"""A brain that needs no words: what a key means is known, in every language alike."""

from stopbell.brains.brain import Intent, Scene

NOTHING = Intent("unknown")


class KeyBrain:
    """Hands the conversation the intent of the key that was pressed. Implements `brains.brain.Brain`."""

    def __init__(self) -> None:
        """Begin with nothing meant."""
        self._meant = NOTHING

    def mean(self, intent: Intent) -> str:
        """Take what a key means, and give what the conversation is to hear for it."""
        self._meant = intent
        return intent.name

    def understand(self, text: str, scene: Scene) -> tuple[Intent, ...]:
        """Give what the key means, whatever the text."""
        del text, scene
        return (self._meant,)
