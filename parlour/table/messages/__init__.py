"""What a table and its people tell each other: requests, updates and records, as values and as
JSON. Nothing here changes a table.
"""
