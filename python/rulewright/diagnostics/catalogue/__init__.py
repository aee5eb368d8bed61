"""The catalogue of codes, one file for each stage that reports them."""
