-- Grows with every transaction that changes anything an answer is made of: with all but those that only
-- write the access log. SQLite's own data_version cannot tell the two apart.
CREATE TABLE change_count (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    changes INTEGER NOT NULL
) STRICT;

INSERT INTO change_count (id, changes) VALUES (1, 0);
