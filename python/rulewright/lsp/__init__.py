"""The editor's server: `rulewright lsp` speaks the Language Server Protocol over standard input and output.

    documents (texts and trees) → workspace (which files make which game) → analysis (what is wrong, what
    each name stands for) → one module a feature → server (the protocol)

Only `server` and the feature modules know the protocol's types; `server` alone needs pygls, which comes with
the extra `rulewright[lsp]`.
"""
