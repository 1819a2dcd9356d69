"""The stop that says in words where a vehicle was seen, on the wire."""

from pydantic import Field

from stopbell_server.contract.model import WireModel


class NearStop(WireModel):
    """The stop nearest to where a vehicle was seen."""

    stop_id: str = Field(description="Scoped id: authority:stopId.")
    name: str = Field(description="To show.")
    spoken_name: str = Field(description="For a voice.")
    distance_meters: int = Field(description="From the stop to the vehicle, as the crow flies.")
    bearing: str = Field(description="Compass word from the stop to the vehicle.")
