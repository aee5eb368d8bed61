"""Rules that a sound game keeps beyond its types, one file each."""
