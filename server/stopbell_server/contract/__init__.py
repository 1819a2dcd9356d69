"""What crosses the wire: result models, codes, identifiers, and the one mapping to semantic words."""
