"""Names that rules use without declaring them."""

RESERVED = frozenset(
    [
        *("me", "my", "it"),
        *("players", "player", "int", "bool", "phase", "text", "flag"),
        *("sum", "count", "any", "all", "max", "min", "largest", "next", "seats"),
    ]
)
"""Nothing else can have one of these names."""
