"""The messages between a table and its people: requests, updates and records, as values and as
JSON. Nothing here changes a table.
"""
