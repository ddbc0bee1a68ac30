"""The server and the page: the only package that uses a web framework, SQL or the network.

serve        the command: an address, a socket, a server, its end
app          the HTTP and WebSocket interface
host         one task a table: it calls `parlour.table.table`, stores rows, and sends messages
store        a thread that writes to the database; database: the file or server
access       the layers that check every request first: client_address, headers, server_errors,
             rates, hosts, origin, new_tables
protocols    limits below HTTP, on connections; websocket and websocket_session: a WebSocket
ports        the interfaces through which a host works
"""
