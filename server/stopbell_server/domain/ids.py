"""Identifiers: opaque text, each kind its own type, meaningful only inside one feed."""

from typing import NewType

Authority = NewType("Authority", str)
"""The name under which a feed is loaded, `[a-z0-9-]+`; it scopes every other identifier."""

AgencyId = NewType("AgencyId", str)
RouteId = NewType("RouteId", str)
ServiceId = NewType("ServiceId", str)
StopId = NewType("StopId", str)
TripId = NewType("TripId", str)
VehicleId = NewType("VehicleId", str)
AlertId = NewType("AlertId", str)
