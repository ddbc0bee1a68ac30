"""Hearts: rules, words, levels, what is compiled, page and program."""
