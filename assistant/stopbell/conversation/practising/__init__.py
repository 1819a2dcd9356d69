"""A trip practised at home: the watches of a real ride, over a ride that goes as the trip was told."""
