"""The soundness campaign: random expressions, programs and arguments, hostile files, faults, and mutants of the trusted base.

Short forms with fixed seeds run with every test run; the long ones are marked `campaign` (`make campaign`). docs/campaign.md has the figures.
"""
