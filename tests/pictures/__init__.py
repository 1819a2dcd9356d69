"""Pictures of the faces for the documentation, made by the program itself, and tests that they are still true."""
