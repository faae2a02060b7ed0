"""Reference values that other libraries can vendor into their tests (schema: docs/reference.md)."""
