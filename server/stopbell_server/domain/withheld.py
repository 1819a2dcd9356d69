"""What a feed's owner may keep to itself about its vehicles."""

from typing import Literal

Withheld = Literal["id", "label", "plate", "position", "occupancy"]
"""`id`, `label`, `plate`: by which a vehicle is known. `position`: where it is and how fast, not at which stop."""
