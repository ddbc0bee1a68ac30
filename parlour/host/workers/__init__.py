"""The processes in which computers think, and who waits for them. Only a server has them."""
