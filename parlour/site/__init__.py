"""The page without a server: a folder of files in which a browser's own Python (Pyodide) drives the
tables.

`build.py` writes the folder. `desk.py` is what a browser runs of this package.
"""
