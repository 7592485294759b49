-- The record of an account and the documents beside it. SCHEMA.md says what each column holds.

-- The migrations this database has seen. A program that finds one it does not know keeps off.
CREATE TABLE migration (
    name text COLLATE "C" PRIMARY KEY
);

-- Texts that repeat: account names, metrics, units, sources, routes. A row is never changed or
-- deleted, so a program may remember what it read here. Found by a hash, since an index holds no
-- text of more than 2,700 bytes.
CREATE TABLE name (
    id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    sha256 bytea NOT NULL UNIQUE,
    text text NOT NULL
);

CREATE TABLE record (
    account integer PRIMARY KEY REFERENCES name (id),
    revision bigint NOT NULL CHECK (revision > 0)
);

-- Columns of eight bytes stand first, so that no row holds bytes that only align others. Numbers
-- of the table name have no foreign key: to look up each of every row takes longer than to write
-- the rows.
CREATE TABLE reading (
    account integer NOT NULL,
    metric integer NOT NULL,
    second bigint NOT NULL,
    fingerprint bigint NOT NULL,
    value double precision NOT NULL,
    original_value double precision NOT NULL,
    ingested_ms bigint NOT NULL,
    original_unit integer NOT NULL,
    source integer NOT NULL,
    via integer NOT NULL,
    recorded_minutes smallint,
    grain integer,
    context integer,
    label integer,
    superseded_by integer,
    day integer,
    diastolic double precision,
    lowest double precision,
    highest double precision,
    original_diastolic double precision,
    original_lowest double precision,
    original_highest double precision,
    until_second bigint,
    missing_since_ms bigint,
    superseded_ms bigint,
    recorded_at text,
    note text,
    PRIMARY KEY (account, metric, second, fingerprint),
    CHECK ((recorded_minutes IS NULL) <> (recorded_at IS NULL)),
    CHECK ((superseded_ms IS NULL) = (superseded_by IS NULL))
);

-- What the readings of a day come to: those that count, and those of each source.
CREATE TABLE daily_value (
    account integer NOT NULL,
    metric integer NOT NULL,
    n bigint NOT NULL,
    sum double precision NOT NULL,
    min double precision NOT NULL,
    max double precision NOT NULL,
    first double precision NOT NULL,
    last double precision NOT NULL,
    diastolic double precision,
    day integer NOT NULL,
    PRIMARY KEY (account, metric, day)
);

CREATE TABLE daily_value_by_source (
    account integer NOT NULL,
    metric integer NOT NULL,
    n bigint NOT NULL,
    sum double precision NOT NULL,
    min double precision NOT NULL,
    max double precision NOT NULL,
    first double precision NOT NULL,
    last double precision NOT NULL,
    diastolic double precision,
    day integer NOT NULL,
    source integer NOT NULL,
    PRIMARY KEY (account, metric, day, source)
);

CREATE TABLE workout (
    account integer NOT NULL,
    second bigint NOT NULL,
    fingerprint bigint NOT NULL,
    end_second bigint NOT NULL,
    duration_s double precision NOT NULL,
    active_kcal double precision,
    ingested_ms bigint NOT NULL,
    missing_since_ms bigint,
    superseded_ms bigint,
    superseded_by integer,
    name integer NOT NULL,
    source integer NOT NULL,
    via integer NOT NULL,
    avg_hr_bpm integer,
    max_hr_bpm integer,
    day integer,
    source_id text,
    recorded_at text NOT NULL,
    recorded_end text NOT NULL,
    PRIMARY KEY (account, second, fingerprint),
    CHECK ((superseded_ms IS NULL) = (superseded_by IS NULL))
);

CREATE TABLE vendor_record (
    account integer NOT NULL,
    vendor integer NOT NULL REFERENCES name (id),
    kind integer NOT NULL REFERENCES name (id),
    at_ms bigint,
    body_digest bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    body_zstd bytea NOT NULL,
    PRIMARY KEY (account, vendor, kind, id)
);
-- Bodies are compressed already.
ALTER TABLE vendor_record ALTER COLUMN body_zstd SET STORAGE EXTERNAL;

CREATE TABLE document (
    owner integer NOT NULL,
    kind integer NOT NULL REFERENCES name (id),
    version bigint NOT NULL CHECK (version > 0),
    expires_second bigint,
    id text COLLATE "C" NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (owner, kind, id)
);
CREATE INDEX document_expiry ON document (expires_second) WHERE expires_second IS NOT NULL;

CREATE TABLE job (
    queue integer NOT NULL REFERENCES name (id),
    attempts integer NOT NULL CHECK (attempts >= 0),
    run_ms bigint NOT NULL,
    leased_ms bigint,
    id text COLLATE "C" NOT NULL,
    token text,
    dead text,
    body text NOT NULL,
    PRIMARY KEY (queue, id),
    CHECK ((leased_ms IS NULL) = (token IS NULL)),
    CHECK (dead IS NULL OR token IS NULL)
);
CREATE INDEX job_due ON job (queue, run_ms, id) WHERE dead IS NULL;

CREATE TABLE run (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    account integer NOT NULL REFERENCES name (id),
    name text COLLATE "C" NOT NULL,
    UNIQUE (account, name)
);

-- One row per account with runs, which whoever changes them locks first.
CREATE TABLE current_run (
    account integer PRIMARY KEY REFERENCES name (id),
    run bigint REFERENCES run (id)
);

CREATE TABLE finding (
    account integer NOT NULL,
    section integer NOT NULL REFERENCES name (id),
    run bigint NOT NULL,
    key text COLLATE "C" NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (account, run, section, key)
);

CREATE TABLE access_entry (
    account integer NOT NULL REFERENCES name (id),
    ms bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (account, ms, id)
);
