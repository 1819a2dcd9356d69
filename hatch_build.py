"""Put prompts and catalogs beside the code that reads them, in built wheels only.

An editable install reads them from the checkout, so that a translator sees a change at once.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CarryTexts(BuildHookInterface):
    """Add `prompts/` and `locales/` to the wheel, under the server package that owns them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Do nothing for editable installs: the code finds the checkout's own folders."""
        if version == "editable":
            return
        build_data["force_include"]["prompts"] = "stopbell_server/prompts"
        build_data["force_include"]["locales"] = "stopbell_server/locales"
