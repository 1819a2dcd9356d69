"""One resource that somebody wants to know of."""

from dataclasses import dataclass, field

from mcp.server.subscriptions import ResourceUpdated

from stopbell_server.subscriptions.mailbox import Mailbox
from stopbell_server.subscriptions.meaning import Meaning
from stopbell_server.subscriptions.reading import Audience


@dataclass(slots=True)
class Watched:
    """A resource as one audience reads it, and who wants to know."""

    uri: str
    audience: Audience
    authority: str | None
    """The feed that its address names."""
    meaning: Meaning
    told: dict[Mailbox, dict[str, None]] = field(default_factory=dict[Mailbox, dict[str, None]])
    """For each mailbox the spellings in which its client knows the resource."""

    def tell(self, meaning: Meaning) -> None:
        """Keep what the resource says now, and tell everybody if that is another thing."""
        is_news = meaning.digest != self.meaning.digest
        self.meaning = meaning
        if is_news:
            for mailbox, spellings in self.told.items():
                for uri in spellings:
                    mailbox.put(ResourceUpdated(uri))

    def leave(self, mailbox: Mailbox, uri: str | None) -> None:
        """Tell a mailbox no more: under one spelling, or under any."""
        spellings = self.told.get(mailbox, {})
        if uri is None:
            spellings.clear()
        else:
            spellings.pop(uri, None)
        if not spellings:
            self.told.pop(mailbox, None)
