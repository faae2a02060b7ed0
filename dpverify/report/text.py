r"""Prose to LaTeX and to the terminal. Prose is plain text that may hold formulas in $...$."""

from __future__ import annotations

import re
import unicodedata

from .inline import slashed

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\N{EN DASH}": "--",
    "\N{EM DASH}": "---",
    "\N{LEFT DOUBLE QUOTATION MARK}": "``",
    "\N{RIGHT DOUBLE QUOTATION MARK}": "''",
    "\N{LEFT SINGLE QUOTATION MARK}": "`",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{HORIZONTAL ELLIPSIS}": r"\dots{}",
    "\N{NO-BREAK SPACE}": "~",
}
_MATH = {
    "ε": r"\epsilon",
    "ϵ": r"\epsilon",
    "δ": r"\delta",
    "Δ": r"\Delta",
    "σ": r"\sigma",
    "λ": r"\lambda",
    "γ": r"\gamma",
    "α": r"\alpha",
    "β": r"\beta",
    "η": r"\eta",
    "μ": r"\mu",
    "π": r"\pi",
    "φ": r"\varphi",
    "Φ": r"\Phi",
    "χ": r"\chi",
    "Γ": r"\Gamma",
    "Σ": r"\Sigma",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "∞": r"\infty",
    "∈": r"\in",
    "→": r"\to",
    "√": r"\surd",
    "∫": r"\int",
    "−": "-",
    "×": r"\times",
    "·": r"\cdot",
    "±": r"\pm",
    "²": "^2",
    "³": "^3",
    "½": r"\tfrac12",
    "ℓ": r"\ell",
    "∎": r"\blacksquare",
}
_BREAKABLE = set("*/(),=+-_.:")
_LONG_WORD = 18


_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def visible(text: str) -> str:
    """With a replacement character for each control character and lone surrogate, which no document can hold."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def prose(text: str) -> str:
    """LaTeX for text mode: everything outside $...$ is escaped. An odd number of $ means that none of them opens a formula."""
    pieces = text.split("$")
    if len(pieces) % 2 == 0:
        return escape(text)
    return "".join(f"${piece}$" if i % 2 else escape(piece) for i, piece in enumerate(pieces))


def escape(text: str) -> str:
    """Plain text for LaTeX's text mode. Long words without a space (a formula as SymPy writes it) may break after an operator,
    very long ones (digits) anywhere.
    """
    return "".join(part if part.isspace() else _word(part) for part in re.split(r"(\s+)", unicodedata.normalize("NFC", text)))


def _word(word: str) -> str:
    out = []
    unbroken = 0
    for c in word:
        unbroken += 1
        if c in _SPECIAL:
            out.append(_SPECIAL[c])
        elif c in _MATH:
            out.append(f"${_MATH[c]}$")
        elif ord(c) < 0x180 and c.isprintable():
            out.append(c)
        else:
            out.append(f"[U+{ord(c):04X}]")
        if len(word) > _LONG_WORD and (c in _BREAKABLE or unbroken >= _LONG_WORD):
            out.append(r"\brk{}")
            unbroken = 0
    return "".join(out)


def identifier(text: str) -> str:
    """An id or a path in typewriter type that may break after its separators."""
    broken = "".join(escape(c) + (r"\brk{}" if c in "/:._-" else "") for c in text)
    return rf"\texttt{{{broken}}}"


_PLAIN = {
    r"\epsilon": "ε",
    r"\varepsilon": "ε",
    r"\delta": "δ",
    r"\Delta": "Δ",
    r"\sigma": "σ",
    r"\gamma": "γ",
    r"\alpha": "α",
    r"\le": "≤",
    r"\ge": "≥",
    r"\ne": "≠",
    r"\in": "∈",
    r"\to": "→",
    r"\int": "∫",
    r"\sum": "Σ",
    r"\log": "log",
    r"\pi": "π",
    r"\cdot": "·",
    r"\pm": "±",
    r"\mapsto": "↦",
    r"\theta": "θ",
    r"\lambda": "λ",
    r"\mu": "μ",
    r"\times": "×",
    r"\infty": "∞",
    r"\quad": " ",
    r"\min": "min",
    r"\max": "max",
    r"\sup": "sup",
    r"\inf": "inf",
    r"\exp": "exp",
    r"\lfloor": "⌊",
    r"\rfloor": "⌋",
    r"\dots": "…",
    r"\tfrac12": "1/2",
    r"\eta": "η",
    r"\chi": "χ",
    r"\phi": "φ",
    r"\varphi": "φ",
    r"\Phi": "Φ",
    r"\tau": "τ",
    r"\rho": "ρ",
    r"\beta": "β",
    r"\sim": "∼",
    r"\approx": "≈",
    r"\ell": "ℓ",
    r"\partial": "∂",
    r"\langle": "⟨",
    r"\rangle": "⟩",
}


def plain(text: str) -> str:
    """For a terminal: formulas with their commonest commands as Unicode characters, without the dollar signs."""
    pieces = text.split("$")
    if len(pieces) % 2 == 0:
        return text
    return "".join(_plain_math(piece) if i % 2 else piece for i, piece in enumerate(pieces))


def _plain_math(text: str) -> str:
    text = slashed(text)
    text = re.sub(r"\\(?:mathbb|mathrm|text|operatorname)\{([^{}]*)\}", r"\1", text)
    text = re.sub(r"\\sqrt\s*(?:\{([^{}]*)\}|(\w))", lambda m: f"√{_grouped(m.group(1) or m.group(2))}", text.replace(r"\|", "‖"))
    text = re.sub(r"\\hat\s*\{?(\w)\}?", "\\1\u0302", text)
    text = re.sub(r"\\[dt]?frac\s*(?:\{([^{}]*)\}|(\\[A-Za-z]+|\w))\s*(?:\{([^{}]*)\}|(\w))", _plain_fraction, text)
    text = re.sub(r"\\[A-Za-z]+", lambda m: _PLAIN.get(m.group(), m.group()), text)
    text = re.sub(r"([\^_])\{([^{}]*)\}", _plain_script, text)
    text = re.sub(r"\\(?:left|right|bigl|bigr|Bigl|Bigr|big|Big)(?![A-Za-z])|\\[,;!]", "", text)
    text = text.replace(r"\ ", " ").replace(r"\{", "\0").replace(r"\}", "\1")
    text = re.sub(r"\s*([<>≤≥=≠∈→∼≈])\s*", r" \1 ", re.sub(r"[{}]", "", text))
    text = re.sub(r"([∫Σ]) (?=\w)", r"\1", text)
    return text.replace("\0", "{").replace("\1", "}").strip()


def _plain_script(found: re.Match[str]) -> str:
    """x^{a}y as x^a y: what follows must not be read as part of the exponent."""
    after = found.string[found.end() : found.end() + 1]
    return found.group(1) + _grouped(found.group(2)) + (" " if after.isalnum() or after == "\\" else "")


def _plain_fraction(found: re.Match[str]) -> str:
    above, below = found.group(1) or found.group(2) or "", found.group(3) or found.group(4) or ""
    return f"{_grouped(above)}/{_grouped(below)}"


def _grouped(text: str) -> str:
    return text if re.fullmatch(r"-?\w+|\\[A-Za-z]+|√\w+|√\([^()]*\)", text) else f"({text})"
