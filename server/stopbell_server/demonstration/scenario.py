"""What the simulator plays in the city: its vehicles and its alerts, read from the city's files."""

from pydantic import TypeAdapter

from stopbell_server.demonstration.city_files import read_toml
from stopbell_server.feeds.simulator.scenario import AlertPlan, Scenario, VehicleSeries


def read_scenario(seed: int) -> Scenario:
    """Give the scenario of the city for a seed."""
    series = TypeAdapter(tuple[VehicleSeries, ...]).validate_python(read_toml("vehicles.toml")["series"])
    alerts = TypeAdapter(tuple[AlertPlan, ...]).validate_python(read_toml("alerts.toml")["alert"])
    return Scenario(seed=seed, series=series, alerts=alerts)
