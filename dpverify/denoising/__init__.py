"""Estimates of f from y = f + N(0, sigma^2 I), sigma known: post-processing of a private release, which costs no privacy.

Every estimator is a function `name(noisy, sigma, ...) -> estimate`: `noisy` is an array of finite floats, `sigma` >= 0 the standard
deviation of the noise in the same units, the estimate an array of the same shape and units. With sigma = 0 the estimate is `noisy`,
unless a threshold or weight is given. Risk is the expected squared error E ||estimate - f||^2, summed over the coordinates; functions
called `*_risk` are exact, those called `*_sure` are unbiased estimates of it that see only the noisy array. Bad input raises
`dpverify.errors.InputError`, and so does an entry, a sigma or another number of their units that is above 1e140 in size: its squares,
summed, may be beyond floating point.
"""
