-- The record of an account and the documents beside it. SCHEMA.md says what each column holds.

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

CREATE TABLE reading (
    account INTEGER NOT NULL REFERENCES record (account),
    metric INTEGER NOT NULL REFERENCES name (id),
    second INTEGER NOT NULL,
    fingerprint INTEGER NOT NULL,
    value REAL NOT NULL,
    diastolic REAL,
    original_value REAL NOT NULL,
    original_diastolic REAL,
    original_unit INTEGER NOT NULL REFERENCES name (id),
    source INTEGER NOT NULL REFERENCES name (id),
    via INTEGER NOT NULL REFERENCES name (id),
    recorded_at TEXT NOT NULL,
    until_second INTEGER,
    grain INTEGER REFERENCES name (id),
    context INTEGER REFERENCES name (id),
    note TEXT,
    ingested_ms INTEGER NOT NULL,
    missing_since_ms INTEGER,
    superseded_ms INTEGER,
    superseded_by INTEGER REFERENCES name (id),
    PRIMARY KEY (account, metric, second, fingerprint),
    CHECK ((superseded_ms IS NULL) = (superseded_by IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE workout (
    account INTEGER NOT NULL REFERENCES record (account),
    second INTEGER NOT NULL,
    fingerprint INTEGER NOT NULL,
    end_second INTEGER NOT NULL,
    name INTEGER NOT NULL REFERENCES name (id),
    duration_s REAL NOT NULL,
    active_kcal REAL,
    avg_hr_bpm INTEGER,
    max_hr_bpm INTEGER,
    source INTEGER NOT NULL REFERENCES name (id),
    via INTEGER NOT NULL REFERENCES name (id),
    source_id TEXT,
    recorded_at TEXT NOT NULL,
    recorded_end TEXT NOT NULL,
    ingested_ms INTEGER NOT NULL,
    missing_since_ms INTEGER,
    superseded_ms INTEGER,
    superseded_by INTEGER REFERENCES name (id),
    PRIMARY KEY (account, second, fingerprint),
    CHECK ((superseded_ms IS NULL) = (superseded_by IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE document (
    owner INTEGER NOT NULL,
    kind INTEGER NOT NULL REFERENCES name (id),
    id TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    body TEXT NOT NULL,
    PRIMARY KEY (owner, kind, id)
) STRICT, WITHOUT ROWID;
