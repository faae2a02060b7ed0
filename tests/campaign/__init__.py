"""The soundness campaign: random expressions, programs and arguments, hostile files, faults, and mutants of the trusted base.

Short forms with fixed seeds run with every test run; the long ones are marked `campaign` (`make campaign`). The figures stand in
docs/campaign.md.
"""
