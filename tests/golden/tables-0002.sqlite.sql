-- A database that an earlier Parlour made by alembic, as sqlite3's `.dump` writes it.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE clock (
	id INTEGER NOT NULL,
	ran DOUBLE NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "clock" VALUES(1,5.0);
CREATE TABLE events (
	"table" VARCHAR(12) NOT NULL,
	n INTEGER NOT NULL,
	at DOUBLE NOT NULL,
	body TEXT NOT NULL,
	PRIMARY KEY ("table", n),
	FOREIGN KEY("table") REFERENCES tables (name)
)
 WITHOUT ROWID
;
INSERT INTO "events" VALUES('AAAAAAAAAAAA',0,1.5,'{"did":[]}');
INSERT INTO "events" VALUES('AAAAAAAAAAAA',1,2.5,'{"did":[1]}');
CREATE TABLE tables (
	name VARCHAR(12) NOT NULL,
	at DOUBLE NOT NULL,
	body TEXT NOT NULL, last INTEGER, since DOUBLE,
	PRIMARY KEY (name)
);
INSERT INTO "tables" VALUES('AAAAAAAAAAAA',1.0,'{"a":1}',1,5.0);
INSERT INTO "tables" VALUES('BBBBBBBBBBBB',2.0,'{"a":1}',-1,5.0);
COMMIT;
