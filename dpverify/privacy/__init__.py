"""Whether adding noise of a law that a user gives is (epsilon, delta)-DP, decided by enclosures."""
