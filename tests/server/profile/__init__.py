"""What the semantic mapping wants of the server as a whole, beyond any one tool or resource."""
