"""The calibrations of installed privacy libraries against certified truth.

`libraries` has one adapter a library, `kinds` what each function should answer and how it is judged, `runner` asks a library in a process
of its own, `audit` puts them together.
"""
