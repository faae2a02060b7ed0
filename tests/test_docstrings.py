"""The public functions say what they raise, and where their formula is from."""

import inspect

import pytest

import dpverify
from dpverify import mechanisms

LAWS = [name for name in mechanisms.__all__ if name != "Law" and inspect.isclass(getattr(mechanisms, name))]
FUNCTIONS = [name for name in dpverify.__all__ if inspect.isfunction(getattr(dpverify, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_names_errors_and_source(name):
    text = inspect.getdoc(getattr(dpverify, name))
    assert "Raises" in text or "errors as for" in text
    assert "Source:" in text or "Source " in text or "ledger" in text or name == "verify"


@pytest.mark.parametrize("name", LAWS)
def test_a_law_says_what_it_is(name):
    text = inspect.getdoc(getattr(mechanisms, name))
    assert "InputError" in text and "Source" in text
