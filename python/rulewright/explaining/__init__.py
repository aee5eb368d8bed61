"""Why an action is legal or not, from the rules themselves.

In: a compiled game and a position. Out: :class:`~rulewright.vm.explanation.Explanation`. An evaluator of
its own goes through the woven rules; it shares no code with the translator and the engine, and the tests
hold it against them on every action of many positions. `docs/adr/0013-explaining-by-the-model.md` says why.
"""

from rulewright.explaining.explainer import RuleExplainer

__all__ = ["RuleExplainer"]
