"""Middlewares that let a request pass or refuse it, one a file, before anything answers it."""
