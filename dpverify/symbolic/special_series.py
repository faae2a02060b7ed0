r"""Generalised series of special functions: Taylor series at finite arguments, asymptotic expansions at infinite ones.

Each function takes the algebra and the series of its argument. Sources: the NIST Digital Library of Mathematical Functions,
7.6.1 (erf), 7.12.1 (erfc at infinity), 4.24.3 (arctan), 5.11.1 (log gamma, Stirling), 7.17.3 (inverse erf).
All are used for real arguments only.
"""

from __future__ import annotations

import sympy as sp

from .coefficient import ExpansionFailed, Undecided
from .monomial import ONE
from .series import Series, SeriesAlgebra


def argument_parts(a: SeriesAlgebra, u: Series) -> tuple[int, sp.Expr, Series]:
    """(direction, limit, remainder): direction +-1 if u -> +-oo, else 0 with u = limit + remainder."""
    infinite, c, rest = a.split(a.stripped(u))
    if infinite:
        s = a.coefficients.sign(infinite[0][0])
        if s == "0":
            raise Undecided("leading coefficient vanishes")
        return (1 if s == "+" else -1), c, rest
    return 0, c, rest


def is_unbounded(a: SeriesAlgebra, u: Series) -> bool:
    """Whether the leading term tends to infinity."""
    u = a.stripped(u)
    return bool(u.terms) and a.monomials.compare(u.terms[0][1], ONE) > 0


def erfc(a: SeriesAlgebra, u: Series) -> Series:
    """At +oo: exp(-u^2)/(u sqrt(pi)) * sum (-1)^k (2k-1)!!/(2u^2)^k, an asymptotic expansion; at -oo by erfc(-u) = 2 - erfc(u)."""
    direction, c, rest = argument_parts(a, u)
    if direction < 0:
        return a.add(a.constant(sp.Integer(2)), a.negative(erfc(a, a.negative(u))))
    if direction > 0:
        square = a.multiply(u, u)
        reciprocal = a.inverse(u)
        taylor = [sp.Integer((-1) ** k) * sp.factorial2(2 * k - 1) / sp.Integer(2) ** k for k in range(a.order + 1)]
        series = a.compose(taylor, a.multiply(reciprocal, reciprocal))
        front = a.multiply(a.exponential(a.negative(square)), reciprocal)
        return a.scale(a.multiply(front, series), 1 / sp.sqrt(sp.pi))
    # h(e) = erfc(c+e) has h' = -2/sqrt(pi) exp(-c^2) g with g = exp(-2ce - e^2), so g' = -2(c+e) g gives the coefficients of g.
    g = [sp.S.One, -2 * c]
    for k in range(1, a.order):
        g.append(a.coefficients.canonical((-2 * c * g[k] - 2 * g[k - 1]) / (k + 1)))
    factor = -2 / sp.sqrt(sp.pi) * sp.exp(-(c**2))
    taylor = [sp.erfc(c)] + [factor * g[k] / (k + 1) for k in range(a.order)]
    return a.compose(taylor, rest)


def erfinv(a: SeriesAlgebra, u: Series) -> Series:
    """y = erfinv(u). Inside (-1, 1) by y' = (sqrt(pi)/2) exp(y^2).

    At +-1 the leading behaviour only: |y| = sqrt(L) (1 + O(log L/L)), L = -log(1-|u|).
    """
    direction, c, rest = argument_parts(a, u)
    if direction:
        raise ExpansionFailed("erfinv outside (-1, 1)")
    sign = a.coefficients.sign
    one = sp.S.One
    if sign(1 - c) == "0":
        return _erfinv_at_one(a, a.negative(rest))
    if sign(1 + c) == "0":
        return a.negative(_erfinv_at_one(a, rest))
    if sign(1 - c) != "+" or sign(1 + c) != "+":
        raise ExpansionFailed("erfinv outside (-1, 1)")
    # y' = s E, E = exp(w), w = y^2, E' = w' E, all as power series in the offset from c.
    s = sp.sqrt(sp.pi) / 2
    y = [sp.erfinv(c)]
    w = [y[0] ** 2]
    big = [sp.exp(w[0])]
    for n in range(a.order):
        y.append(a.coefficients.canonical(s * big[n] / (n + one)))
        w.append(a.coefficients.canonical(sp.Add(*(y[i] * y[n + 1 - i] for i in range(n + 2)))))
        big.append(a.coefficients.canonical(sp.Add(*((i + one) * w[i + 1] * big[n - i] for i in range(n + 1))) / (n + one)))
    return a.compose(y, rest)


def _erfinv_at_one(a: SeriesAlgebra, gap: Series) -> Series:
    # erfc(y) = gap -> 0+ and log erfc(y) = -y^2 - log(y sqrt(pi)) + o(1), hence y^2 = L + O(log L) with L = -log(gap).
    if a.eventual_sign(gap) <= 0:
        raise ExpansionFailed("erfinv outside (-1, 1)")
    length = a.negative(a.logarithm(gap))
    slack = a.bound(a.logarithm(length))
    square = a.add(length, Series((), slack))
    return a.power(square, sp.Rational(1, 2))


def sin(a: SeriesAlgebra, u: Series) -> Series:
    return _sine(a, u, 0)


def cos(a: SeriesAlgebra, u: Series) -> Series:
    return _sine(a, u, 1)


def _sine(a: SeriesAlgebra, u: Series, shift: int) -> Series:
    if is_unbounded(a, u):
        # |sin| <= 1 is all that is known of an oscillation; it is enough where a factor tends to zero.
        return Series((), ONE)
    _, c, rest = argument_parts(a, u)
    derivatives = [sp.sin(c), sp.cos(c), -sp.sin(c), -sp.cos(c)]
    return a.compose([derivatives[(k + shift) % 4] / sp.factorial(k) for k in range(a.order + 1)], rest)


def atan(a: SeriesAlgebra, u: Series) -> Series:
    """At infinity +-pi/2 - atan(1/u); at finite c: atan(c) + atan(e/(1 + c^2 + c e)), the addition theorem for small e."""
    direction, c, rest = argument_parts(a, u)
    odd = [sp.S.Zero if k % 2 == 0 else sp.Rational((-1) ** (k // 2), k) for k in range(a.order + 2)]
    if direction:
        return a.add(a.constant(direction * sp.pi / 2), a.negative(a.compose(odd, a.inverse(u))))
    denominator = a.add(a.constant(1 + c**2), a.scale(rest, c))
    return a.add(a.constant(sp.atan(c)), a.compose(odd, a.multiply(rest, a.inverse(denominator))))


def loggamma(a: SeriesAlgebra, u: Series) -> Series:
    """At +oo Stirling's series; at finite positive c the Taylor series with polygamma coefficients; at 0+ by loggamma(u+1) - log(u)."""
    direction, c, rest = argument_parts(a, u)
    if direction < 0:
        raise ExpansionFailed("loggamma at -oo")
    if direction > 0:
        reciprocal = a.inverse(u)
        stirling = [sp.S.Zero] * (a.order + 2)
        for k in range(1, len(stirling) // 2 + 1):
            if 2 * k - 1 < len(stirling):
                stirling[2 * k - 1] = sp.bernoulli(2 * k) / (2 * k * (2 * k - 1))
        shifted = a.add(u, a.constant(-sp.Rational(1, 2)))
        return a.add(
            a.multiply(shifted, a.logarithm(u)),
            a.negative(u),
            a.constant(sp.log(2 * sp.pi) / 2),
            a.compose(stirling, reciprocal),
        )
    s = a.coefficients.sign(c)
    if s == "0":
        return a.add(loggamma(a, a.add(u, a.constant(sp.S.One))), a.negative(a.logarithm(u)))
    if s == "-":
        raise ExpansionFailed("loggamma of a negative number")
    taylor = [sp.loggamma(c)] + [sp.polygamma(k - 1, c) / sp.factorial(k) for k in range(1, a.order + 1)]
    return a.compose(taylor, rest)


def gamma(a: SeriesAlgebra, u: Series) -> Series:
    """exp(loggamma) where the argument is eventually positive, else gamma(u+n)/(u(u+1)...(u+n-1)) for a rational limit."""
    direction, c, _ = argument_parts(a, u)
    if direction == 0 and c.is_Rational and c <= 0:
        steps = 1 - int(sp.floor(c))
        product = a.constant(sp.S.One)
        for j in range(steps):
            product = a.multiply(product, a.add(u, a.constant(sp.Integer(j))))
        return a.multiply(gamma(a, a.add(u, a.constant(sp.Integer(steps)))), a.inverse(product))
    if direction == 0 and c.is_Integer and c > 0:
        # gamma(c) = (c-1)! exactly, so that the constant term is no exp(log(...)).
        taylor = [sp.S.Zero] + [sp.polygamma(k - 1, c) / sp.factorial(k) for k in range(1, a.order + 1)]
        offset = a.add(u, a.constant(-c))
        return a.scale(a.exponential(a.compose(taylor, offset)), sp.factorial(c - 1))
    return a.exponential(loggamma(a, u))
