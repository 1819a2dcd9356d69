"""The catalogue of the world's public feeds that travels with the product; see ORIGIN.md beside it."""
