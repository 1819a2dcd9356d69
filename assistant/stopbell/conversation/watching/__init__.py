"""What the rider asked to be told of: each watch looks, notices what matters, and makes events of it."""
