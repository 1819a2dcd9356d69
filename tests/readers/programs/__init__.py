"""Programs that readers are run around."""
