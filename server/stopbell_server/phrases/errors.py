"""What can go wrong with words.

PhraseError
├── CatalogError          a file under locales/ is missing or faulty
├── UnknownMessageError   no catalog of the chain has the id
└── MissingValueError     a message has a placeholder that no value was given for
"""


class PhraseError(Exception):
    """Root of what this package raises."""


class CatalogError(PhraseError):
    """A file under locales/ is missing or faulty; the message names it and what to mend."""


class UnknownMessageError(PhraseError):
    """No catalog has this message id."""

    def __init__(self, message_id: str, languages: tuple[str, ...]) -> None:
        """Say which id was asked of which catalogs."""
        super().__init__(
            f"no message {message_id!r} in the catalogs {', '.join(languages)}; add it to locales/ (see its README)"
        )


class MissingValueError(PhraseError):
    """A message needs a value that it was not given."""

    def __init__(self, message_id: str, name: str) -> None:
        """Say which message lacks which value."""
        super().__init__(f"message {message_id!r} needs a value for {{{name}}}")
