-- Signed tree heads of the logs, beside the same notes in a file. `subtrees` are the hashes from which the
-- tree goes on, largest first, so that the next head does not read the whole log again.
CREATE TABLE checkpoint (
  log       TEXT NOT NULL,
  size      INTEGER NOT NULL CHECK (size > 0),
  note      TEXT NOT NULL,
  subtrees  BLOB NOT NULL,
  PRIMARY KEY (log, size)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER checkpoint_is_not_updated BEFORE UPDATE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'a checkpoint is never changed'); END;
CREATE TRIGGER checkpoint_is_not_deleted BEFORE DELETE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'a checkpoint is never deleted'); END;

-- A host that starts looks for runs whose process has ended, and for nothing else.
CREATE INDEX run_running ON run (id) WHERE state = 'running';
