"""Hosts that cannot bear a part of the protocol, by the name they give themselves."""

from typing import Any

from mcp.server.context import ServerRequestContext

CHOKE_ON_LINKS = frozenset({"kiro", "agno"})
"""They discard or refuse a whole result that holds a resource_link (kirodotdev/Kiro#8960, agno-agi/agno#10009)."""


def takes_links(context: ServerRequestContext[Any, Any] | None) -> bool:
    """Whether the asking host can be sent resource links; a host that gives no name is trusted to."""
    params = context.session.client_params if context else None
    name = params.client_info.name.lower() if params else ""
    return not any(part in CHOKE_ON_LINKS for part in name.replace("_", "-").replace(" ", "-").split("-"))
