"""Rulewright: a language for the rules of board games, a compiler and an engine."""
