"""What all resources share: their types, and that ids in addresses are opaque keys."""

from mcp.server.mcpserver.resources import ResourceSecurity

LINKED = "application/ld+json"
PLAIN = "text/plain"

OPAQUE_IDS = ResourceSecurity(reject_path_traversal=False, reject_absolute_paths=False)
"""An id such as `/2` or `..` is a key of a table here, never a path; only NUL is refused."""
