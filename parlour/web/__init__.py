"""The table in a browser: the only room that knows a web framework, SQL, or that there is a
network.

serve    the command: an address, a socket, a server, an end
app      what is asked over HTTP and WebSockets, and what is answered
host     one task a table, which drives `parlour.table.table`: check, store, tell
store    one thread that writes; database: the file or server it writes to
limits   who may ask, how much and how often; protocols: the same beneath HTTP, on the connections
"""
