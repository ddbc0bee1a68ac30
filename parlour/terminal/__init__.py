"""The terminal programs: the parts common to the assignments' three programs, exact to the byte
(docs/classic.md), and `parlour play`. They import only the standard library and the core.
"""
