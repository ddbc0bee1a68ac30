"""Tables in memory, with their people, computers and limits: for a server, and for a browser alone.
No socket and no database is here.
"""
