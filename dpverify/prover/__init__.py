"""Deciding relations on a whole domain: proofs, covers and counterexamples."""
