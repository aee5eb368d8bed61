"""The command line: one module a command, and `main`, which maps what went wrong to exit codes.

In: arguments and standard input. Out: text or JSON on standard output, complaints on standard
error, and an exit code from :class:`rulewright.cli.command.Exit`. All work is done by
`rulewright.api` and `rulewright.compiler`; here it is only asked for and shown.
"""
