-- A database that an earlier Parlour made by alembic, as `pg_dump --inserts` writes it.
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.clock (
    id integer NOT NULL,
    ran double precision NOT NULL
);
CREATE TABLE public.events (
    "table" character varying(12) NOT NULL,
    n integer NOT NULL,
    at double precision NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.tables (
    name character varying(12) NOT NULL,
    at double precision NOT NULL,
    body text NOT NULL,
    last integer,
    since double precision
);
INSERT INTO public.alembic_version VALUES ('0002');
INSERT INTO public.clock VALUES (1, 5);
INSERT INTO public.events VALUES ('AAAAAAAAAAAA', 0, 1.5, '{"did":[]}');
INSERT INTO public.events VALUES ('AAAAAAAAAAAA', 1, 2.5, '{"did":[1]}');
INSERT INTO public.tables VALUES ('AAAAAAAAAAAA', 1, '{"a":1}', 1, 5);
INSERT INTO public.tables VALUES ('BBBBBBBBBBBB', 2, '{"a":1}', -1, 5);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.clock
    ADD CONSTRAINT clock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY ("table", n);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_table_fkey FOREIGN KEY ("table") REFERENCES public.tables(name);
