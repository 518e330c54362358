-- Times are RFC 3339 text in UTC. JSON is text. Every table is STRICT.

CREATE TABLE company (
  id          TEXT PRIMARY KEY,
  name        TEXT NOT NULL UNIQUE,
  workspace   TEXT NOT NULL,
  unlisted    TEXT NOT NULL DEFAULT 'deny' CHECK (unlisted IN ('deny', 'ask', 'allow')),
  founded_at  TEXT NOT NULL
) STRICT;

CREATE TABLE pack (
  id            TEXT NOT NULL,
  version       TEXT NOT NULL,
  name          TEXT NOT NULL,
  publisher     TEXT NOT NULL,
  fingerprint   TEXT NOT NULL,
  published     TEXT NOT NULL,
  installed_at  TEXT NOT NULL,
  -- One version of a pack is hired from; employees keep the one they were hired with.
  current       INTEGER NOT NULL CHECK (current IN (0, 1)),
  PRIMARY KEY (id, version)
) STRICT;
CREATE UNIQUE INDEX pack_current ON pack (id) WHERE current = 1;

CREATE TABLE publisher (
  fingerprint  TEXT PRIMARY KEY,
  name         TEXT NOT NULL UNIQUE,
  pem          TEXT NOT NULL,
  added_at     TEXT NOT NULL
) STRICT;

CREATE TABLE employee (
  id            TEXT PRIMARY KEY,
  company_id    TEXT NOT NULL REFERENCES company (id),
  kind          TEXT NOT NULL CHECK (kind IN ('agent', 'human')),
  name          TEXT NOT NULL,
  title         TEXT NOT NULL,
  role_id       TEXT,
  pack_id       TEXT,
  pack_version  TEXT,
  level         TEXT NOT NULL,
  manager_id    TEXT REFERENCES employee (id),
  state         TEXT NOT NULL CHECK (state IN ('proposed', 'active', 'suspended', 'released')),
  run_id        TEXT,
  budget        REAL NOT NULL DEFAULT 0,
  hired_at      TEXT NOT NULL,
  CHECK ((kind = 'human') = (role_id IS NULL)),
  CHECK ((role_id IS NULL) = (pack_id IS NULL) AND (pack_id IS NULL) = (pack_version IS NULL)),
  FOREIGN KEY (pack_id, pack_version) REFERENCES pack (id, version)
) STRICT;
-- Contractors of two runs may bear one name; people on staff may not.
CREATE UNIQUE INDEX employee_name ON employee (company_id, name) WHERE state <> 'released' AND run_id IS NULL;
CREATE INDEX employee_by_company ON employee (company_id, state);
CREATE INDEX employee_by_run ON employee (run_id) WHERE run_id IS NOT NULL;

CREATE TABLE rule (
  id           TEXT PRIMARY KEY,
  company_id   TEXT NOT NULL REFERENCES company (id),
  layer        TEXT NOT NULL CHECK (layer IN ('extension', 'company', 'employee', 'platform')),
  employee_id  TEXT REFERENCES employee (id),
  effect       TEXT NOT NULL CHECK (effect IN ('allow', 'ask', 'deny')),
  pattern      TEXT NOT NULL,
  note         TEXT NOT NULL DEFAULT '',
  granted_at   TEXT NOT NULL,
  granted_by   TEXT NOT NULL,
  revoked_at   TEXT,
  CHECK ((layer = 'employee') = (employee_id IS NOT NULL)),
  CHECK (layer <> 'platform' OR effect = 'deny')
) STRICT;
CREATE INDEX rule_by_company ON rule (company_id, employee_id);

CREATE TABLE server (
  company_id  TEXT NOT NULL REFERENCES company (id),
  id          TEXT NOT NULL,
  command     TEXT NOT NULL,
  env         TEXT NOT NULL DEFAULT '{}',
  -- Whether a person wants it to run.
  wanted      INTEGER NOT NULL DEFAULT 1 CHECK (wanted IN (0, 1)),
  added_at    TEXT NOT NULL,
  PRIMARY KEY (company_id, id)
) STRICT;

CREATE TABLE server_tool (
  company_id  TEXT NOT NULL,
  server_id   TEXT NOT NULL,
  name        TEXT NOT NULL,
  definition  TEXT NOT NULL,
  pin         TEXT NOT NULL,
  -- The pin that a person approved; NULL as long as nobody did.
  approved    TEXT,
  -- Why the tool cannot be used whoever approves it, such as a broken schema.
  fault       TEXT,
  PRIMARY KEY (company_id, server_id, name),
  FOREIGN KEY (company_id, server_id) REFERENCES server (company_id, id)
) STRICT;

-- The record. `log` is a company's id or `installation`. Heads are never changed and never deleted;
-- bodies lie apart, so that one can be redacted and every proof still holds.
CREATE TABLE audit (
  log              TEXT NOT NULL,
  seq              INTEGER NOT NULL,
  at               TEXT NOT NULL,
  kind             TEXT NOT NULL,
  company_id       TEXT,
  actor            TEXT NOT NULL,
  subject          TEXT NOT NULL,
  run_id           TEXT,
  operation_id     TEXT,
  delegation       TEXT NOT NULL DEFAULT '[]',
  body_commitment  TEXT NOT NULL,
  prev             TEXT NOT NULL,
  hash             TEXT NOT NULL,
  PRIMARY KEY (log, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_by_subject ON audit (log, subject, seq);
CREATE INDEX audit_by_run ON audit (run_id, seq) WHERE run_id IS NOT NULL;

CREATE TRIGGER audit_is_not_updated BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;

CREATE TABLE audit_body (
  log   TEXT NOT NULL,
  seq   INTEGER NOT NULL,
  salt  BLOB NOT NULL,
  body  BLOB NOT NULL,
  PRIMARY KEY (log, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER audit_body_is_not_updated BEFORE UPDATE ON audit_body
BEGIN SELECT RAISE(ABORT, 'a body is redacted, never changed'); END;

-- What the violations screen reads, written in the transaction of its record.
CREATE TABLE violation (
  company_id   TEXT NOT NULL REFERENCES company (id),
  seq          INTEGER NOT NULL,
  id           TEXT NOT NULL UNIQUE,
  employee_id  TEXT NOT NULL,
  server_id    TEXT NOT NULL,
  code         TEXT NOT NULL,
  count        INTEGER NOT NULL DEFAULT 1,
  payload      TEXT NOT NULL,
  PRIMARY KEY (company_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX violation_by_employee ON violation (company_id, employee_id, seq);
CREATE INDEX violation_by_server ON violation (company_id, server_id, seq);
CREATE INDEX violation_by_code ON violation (company_id, code, seq);

CREATE TABLE approval (
  id           TEXT PRIMARY KEY,
  company_id   TEXT NOT NULL REFERENCES company (id),
  employee_id  TEXT NOT NULL REFERENCES employee (id),
  tool         TEXT NOT NULL,
  arguments    TEXT NOT NULL,
  why          TEXT NOT NULL,
  run_id       TEXT,
  state        TEXT NOT NULL CHECK (state IN ('waiting', 'allowed', 'denied', 'expired', 'void')),
  asked_at     TEXT NOT NULL,
  deadline     TEXT NOT NULL,
  answered_at  TEXT,
  answered_by  TEXT
) STRICT;
CREATE INDEX approval_by_company ON approval (company_id, asked_at);
CREATE INDEX approval_waiting ON approval (asked_at) WHERE state = 'waiting';

CREATE TABLE run (
  id          TEXT PRIMARY KEY,
  company_id  TEXT NOT NULL REFERENCES company (id),
  play        TEXT NOT NULL,
  title       TEXT NOT NULL,
  objective   TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('running', 'succeeded', 'failed', 'stopped', 'interrupted')),
  detail      TEXT,
  rehearsal   INTEGER NOT NULL CHECK (rehearsal IN (0, 1)),
  -- Palette, routes, both counters, graph: written with the entry that it describes.
  checkpoint  TEXT NOT NULL,
  started_at  TEXT NOT NULL,
  ended_at    TEXT
) STRICT;
CREATE INDEX run_by_company ON run (company_id, started_at);

CREATE TABLE operation (
  run_id       TEXT NOT NULL REFERENCES run (id),
  id           TEXT NOT NULL,
  number       INTEGER NOT NULL,
  employee_id  TEXT,
  role         TEXT NOT NULL,
  instruction  TEXT NOT NULL,
  state        TEXT NOT NULL,
  parent       TEXT,
  depends      TEXT NOT NULL DEFAULT '[]',
  result       TEXT,
  PRIMARY KEY (run_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_entry (
  run_id   TEXT NOT NULL REFERENCES run (id),
  seq      INTEGER NOT NULL,
  outcome  TEXT NOT NULL,
  entry    TEXT NOT NULL,
  PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;

-- An acting request is answered once; the same id gets the same reply.
CREATE TABLE answered_request (
  id     TEXT PRIMARY KEY,
  at     TEXT NOT NULL,
  reply  TEXT NOT NULL
) STRICT;
