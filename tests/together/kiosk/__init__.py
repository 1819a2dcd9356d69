"""The kiosk as a program: at a terminal of its own, under a supervisor, over a city that can be taken away."""
