"""Three ways to show diagnostics: `full` for people, `concise` for a list, `json` for programs."""
