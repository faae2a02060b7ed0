"""Noise laws, one file each."""
