"""How alembic runs the changes: on the connection that it is handed, in the transaction that has
begun there.
"""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
