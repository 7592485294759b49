-- The record of an account, the documents beside it, jobs, findings and the access log. SCHEMA.md
-- says what each column holds.

-- The migrations this file has seen. A program that finds one it does not know keeps off.
CREATE TABLE migration (
    name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Texts that repeat: account names, metrics, units, sources, routes. A row is never changed or
-- deleted while another row points to it, so a program may remember what it read here.
CREATE TABLE name (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE record (
    account INTEGER PRIMARY KEY REFERENCES name (id),
    revision INTEGER NOT NULL CHECK (revision > 0)
) STRICT;

-- Readings and workouts name numbers of the table name without a foreign key: to look up every
-- number of every row took as long as writing the rows.
CREATE TABLE reading (
    account INTEGER NOT NULL,
    metric INTEGER NOT NULL,
    second INTEGER NOT NULL,
    fingerprint INTEGER NOT NULL,
    value REAL NOT NULL,
    diastolic REAL,
    lowest REAL,
    highest REAL,
    original_value REAL NOT NULL,
    original_diastolic REAL,
    original_lowest REAL,
    original_highest REAL,
    original_unit INTEGER NOT NULL,
    source INTEGER NOT NULL,
    via INTEGER NOT NULL,
    recorded_at ANY NOT NULL,
    until_second INTEGER,
    grain INTEGER,
    context INTEGER,
    label INTEGER,
    note TEXT,
    ingested_ms INTEGER NOT NULL,
    missing_since_ms INTEGER,
    superseded_ms INTEGER,
    superseded_by INTEGER,
    day INTEGER,
    more INTEGER NOT NULL GENERATED ALWAYS AS (
        (coalesce(diastolic, lowest, highest, original_diastolic, original_lowest,
            original_highest) IS NOT NULL)
        + 2 * (coalesce(until_second, grain, context, label, note, missing_since_ms,
            superseded_ms, day) IS NOT NULL)) STORED,
    PRIMARY KEY (account, metric, second, fingerprint),
    CHECK ((superseded_ms IS NULL) = (superseded_by IS NULL))
) STRICT, WITHOUT ROWID;

-- What the readings of a day come to: of a metric in all, and of each of its sources. Days are
-- counted from 1970-01-01.
CREATE TABLE daily_value (
    account INTEGER NOT NULL,
    metric INTEGER NOT NULL,
    day INTEGER NOT NULL,
    n INTEGER NOT NULL,
    sum REAL NOT NULL,
    min REAL NOT NULL,
    max REAL NOT NULL,
    first REAL NOT NULL,
    last REAL NOT NULL,
    diastolic REAL,
    PRIMARY KEY (account, metric, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE daily_value_by_source (
    account INTEGER NOT NULL,
    metric INTEGER NOT NULL,
    day INTEGER NOT NULL,
    source INTEGER NOT NULL,
    n INTEGER NOT NULL,
    sum REAL NOT NULL,
    min REAL NOT NULL,
    max REAL NOT NULL,
    first REAL NOT NULL,
    last REAL NOT NULL,
    diastolic REAL,
    PRIMARY KEY (account, metric, day, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE workout (
    account INTEGER NOT NULL,
    second INTEGER NOT NULL,
    fingerprint INTEGER NOT NULL,
    end_second INTEGER NOT NULL,
    name INTEGER NOT NULL,
    duration_s REAL NOT NULL,
    active_kcal REAL,
    avg_hr_bpm INTEGER,
    max_hr_bpm INTEGER,
    source INTEGER NOT NULL,
    via INTEGER NOT NULL,
    source_id TEXT,
    recorded_at TEXT NOT NULL,
    recorded_end TEXT NOT NULL,
    ingested_ms INTEGER NOT NULL,
    missing_since_ms INTEGER,
    superseded_ms INTEGER,
    superseded_by INTEGER,
    day INTEGER,
    PRIMARY KEY (account, second, fingerprint),
    CHECK ((superseded_ms IS NULL) = (superseded_by IS NULL))
) STRICT, WITHOUT ROWID;

-- An ordinary table beside an index of its key: bodies may take megabytes, and a search for a key
-- must not run past them. The digest stands before the body, so that it is read without it.
CREATE TABLE vendor_record (
    account INTEGER NOT NULL,
    vendor INTEGER NOT NULL REFERENCES name (id),
    kind INTEGER NOT NULL REFERENCES name (id),
    id TEXT NOT NULL,
    at_ms INTEGER,
    body_digest INTEGER NOT NULL,
    body_zstd BLOB NOT NULL,
    UNIQUE (account, vendor, kind, id)
) STRICT;

CREATE TABLE document (
    owner INTEGER NOT NULL,
    kind INTEGER NOT NULL REFERENCES name (id),
    id TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    body TEXT NOT NULL,
    expires_second INTEGER,
    PRIMARY KEY (owner, kind, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX document_expiry ON document (expires_second) WHERE expires_second IS NOT NULL;

CREATE TABLE job (
    queue INTEGER NOT NULL REFERENCES name (id),
    id TEXT NOT NULL,
    run_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    leased_ms INTEGER,
    token TEXT,
    dead TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (queue, id),
    CHECK ((leased_ms IS NULL) = (token IS NULL)),
    CHECK (dead IS NULL OR token IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX job_due ON job (queue, run_ms, id) WHERE dead IS NULL;

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES name (id),
    name TEXT NOT NULL,
    UNIQUE (account, name)
) STRICT;

CREATE TABLE current_run (
    account INTEGER PRIMARY KEY REFERENCES name (id),
    run INTEGER NOT NULL REFERENCES run (id)
) STRICT;

CREATE TABLE finding (
    run INTEGER NOT NULL REFERENCES run (id),
    section INTEGER NOT NULL REFERENCES name (id),
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, section, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE access_entry (
    account INTEGER NOT NULL REFERENCES name (id),
    ms INTEGER NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (account, ms, id)
) STRICT, WITHOUT ROWID;
