"""The server: the only package that listens on the network and uses a web framework.

serve        the command: an address, a socket, a server, its end
app          the HTTP and WebSocket interface; openapi, its description
access       the layers that check every request first
connections  HTTP, WebSockets and polling, with limits on each connection

Tables and their people are in `parlour.host`, the database in `parlour.storage`.
"""
