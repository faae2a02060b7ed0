"""Every exception the package raises on purpose. Its text is one sentence that a user can act on."""


class DpverifyError(Exception):
    """Base of all errors raised on purpose."""


class InputError(DpverifyError):
    """The user's input is outside its range or cannot be read (command line: exit 2)."""


class DomainError(InputError, ValueError):
    """A number outside the domain of a function; a ValueError too, as callers of numeric functions expect."""


class ClaimError(InputError):
    """A claim is not well formed: bad domain, lost content, a chain that does not compose (exit 2)."""


class MissingDependency(DpverifyError):
    """A program or package that the work needs is missing or failed (exit 3)."""


class NotEnclosable(DpverifyError):
    """An expression has no enclosure here: it may be undefined there, or the function is unknown.

    Never evidence of anything: the caller treats it as "don't know".
    """


class SoundnessError(DpverifyError):
    """Two independent evaluations disagree. This is a bug of ours, so it is never caught silently."""
