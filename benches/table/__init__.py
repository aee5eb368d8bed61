"""`make bench`: runs every benchmark and writes one table. `python -m benches.table --help` has the options."""
