"""What must hold of every answer, whatever the world: asked through the protocol, over worlds made by chance."""
