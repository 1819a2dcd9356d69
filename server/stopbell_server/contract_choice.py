"""Which tools and payloads a server offers."""

from typing import Literal

Contract = Literal["stopbell", "transit_realtime"]
"""Our own; or the documented one of the Lviv public transport server, for clients that were written for it."""
