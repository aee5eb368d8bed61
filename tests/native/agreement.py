"""Plays one game on two back ends and says where they first differ."""

from random import Random

from rulewright.vm import Game, RuleFault, State

Fault = tuple[str, str | None, str, str]


def fault_of(fault: RuleFault) -> Fault:
    return str(fault), fault.place, fault.sentence, fault.code


def first_difference(one: Game, other: Game, seed: int, *, explicit_chance: bool = False) -> str | None:
    """Where two games of equal choices part, or None if they end as one."""
    states = [game.new_initial_state(seed, explicit_chance=explicit_chance) for game in (one, other)]
    picks = Random(seed)
    step = 0
    while True:
        if (part := _unlike(*states)) is not None:
            return f"seed {seed}, step {step}: {part}"
        if states[0].is_terminal():
            return None
        action = picks.choice(states[0].legal_actions())
        ends = [_apply(state, action) for state in states]
        if ends[0] != ends[1]:
            return f"seed {seed}, step {step}: faults {ends[0]} and {ends[1]}"
        if ends[0] is not None:
            return None
        step += 1


def _unlike(one: State, other: State) -> str | None:
    for name in ("to_bytes", "current_player", "legal_actions", "scores", "tiebreaks", "returns", "chance_outcomes"):
        if getattr(one, name)() != getattr(other, name)():
            return f"{name} differ"
    return None


def _apply(state: State, action: int) -> Fault | None:
    try:
        state.apply_action(action)
    except RuleFault as fault:
        return fault_of(fault)
    return None
