"""Rules that a well-formed game keeps beyond its types, one file each."""
