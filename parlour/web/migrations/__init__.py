"""The changes that a database has been through, run by alembic when it is opened."""
