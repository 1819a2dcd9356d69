"""Does this kiosk do what standards and law ask of it? Each statement is tried on the kiosk as it is configured."""
