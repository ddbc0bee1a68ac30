"""Since when a table has not changed, in the time that servers have run."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the change."""
    op.add_column("tables", sa.Column("last", sa.Integer))
    op.add_column("tables", sa.Column("since", sa.Double))
    clock = op.create_table(
        "clock",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ran", sa.Double, nullable=False),
    )
    op.bulk_insert(clock, [{"id": 1, "ran": 0.0}])
