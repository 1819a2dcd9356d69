"""What turns a rider's words into intents: offline by grammar, later by a model."""
