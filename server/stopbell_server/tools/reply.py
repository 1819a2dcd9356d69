"""What a tool gives back: the envelope, lines for hosts that pass on only text, and links."""

from collections.abc import Iterable
from dataclasses import dataclass

from mcp.types import CallToolResult, ContentBlock, ResourceLink, TextContent

from stopbell_server.contract.envelope import Envelope
from stopbell_server.contract.uris import to_wire_id

MOST_LINKS = 5


@dataclass(frozen=True, slots=True)
class Link:
    """A resource that can be read on."""

    uri: str
    name: str
    title: str
    mime_type: str = "application/ld+json"


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer, before it is put into protocol blocks."""

    envelope: Envelope
    lines: tuple[str, ...] = ()
    """One for each thing in a list: number, name, what tells it apart, id."""
    links: tuple[Link, ...] = ()

    def to_result(self, *, with_links: bool) -> CallToolResult:
        """Give text first, then links; the structure stands beside them, whole."""
        text = "\n".join((self.envelope.text, *self.lines))
        content: list[ContentBlock] = [TextContent(type="text", text=text)]
        if with_links:
            content.extend(
                ResourceLink(
                    type="resource_link",
                    uri=link.uri,
                    name=to_wire_id(link.name),
                    title=link.title,
                    mime_type=link.mime_type,
                )
                for link in self.links[:MOST_LINKS]
            )
        return CallToolResult(
            content=content,
            structured_content=self.envelope.to_wire(),
            is_error=self.envelope.status.state == "error",
        )


def to_numbered_lines(rows: Iterable[tuple[str, str | None]]) -> tuple[str, ...]:
    """Give `1. label (id)` for each label and id; what has no id has no brackets."""
    return tuple(
        f"{n}. {label} ({identity})" if identity else f"{n}. {label}" for n, (label, identity) in enumerate(rows, 1)
    )
