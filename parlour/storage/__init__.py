"""Tables in a database: a file of SQLite or a server of PostgreSQL. Nothing here knows the web."""
