"""What must be known of a line to board it at a stop, on the wire."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.model import WireModel

HailWord = Literal["anywhere", "by-phone", "ask-driver"]


class LineBoarding(WireModel):
    """A line that is boarded or left between stops too, or that must be booked to stop."""

    line: str = Field(description="What riders call it.")
    board_between_stops: HailWord | None = Field(default=None, description="From here on. Absent: at stops only.")
    alight_between_stops: HailWord | None = Field(default=None, description="From here on. Absent: at stops only.")
    must_book: Literal["boarding", "alighting", "both"] | None = Field(
        default=None, description="What must be arranged beforehand. Absent: nothing."
    )
    phone: str | None = Field(default=None, description="Where to book. Absent: not said.")
    message: str | None = Field(default=None, description="The operator's own words about booking. Absent: none.")
    some_trips: bool | None = Field(default=None, description="True: only some of its trips. Absent: all.")
