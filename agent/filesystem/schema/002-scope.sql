-- The scope (assistant, thread) is kept by the database, not only by the statements: files are read and written by a role
-- that sees nothing but the scope set in its transaction (`agentfs.assistant_id`, `agentfs.thread_id`), and nothing without one.
DO $$
BEGIN
  -- Roles are of the whole server: another state may have made it, or whoever runs the server.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scopebench_files') THEN
    CREATE ROLE scopebench_files NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- At the same moment.
END $$;
DO $$
BEGIN
  -- Since PostgreSQL 16, who makes a role may give it, and has not taken it.
  IF NOT pg_has_role('scopebench_files', CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
    GRANT scopebench_files TO CURRENT_USER;
  END IF;
END $$;

-- A revision and its blob carry their scope: a row that is being written cannot look its file up, which is not there yet.
ALTER TABLE agentfs.revision ADD COLUMN assistant_id text, ADD COLUMN thread_id text;
ALTER TABLE agentfs.blob ADD COLUMN assistant_id text, ADD COLUMN thread_id text;
ALTER TABLE agentfs.revision DISABLE TRIGGER revision_append_only;
ALTER TABLE agentfs.blob DISABLE TRIGGER blob_append_only;
UPDATE agentfs.revision r SET assistant_id = f.assistant_id, thread_id = f.thread_id FROM agentfs.file f WHERE f.file_id = r.file_id;
UPDATE agentfs.blob b SET assistant_id = r.assistant_id, thread_id = r.thread_id FROM agentfs.revision r WHERE r.revision_id = b.revision_id;
ALTER TABLE agentfs.revision ENABLE TRIGGER revision_append_only;
ALTER TABLE agentfs.blob ENABLE TRIGGER blob_append_only;
ALTER TABLE agentfs.revision
  ALTER COLUMN assistant_id SET NOT NULL, ALTER COLUMN assistant_id SET DEFAULT current_setting('agentfs.assistant_id'),
  ALTER COLUMN thread_id SET NOT NULL, ALTER COLUMN thread_id SET DEFAULT current_setting('agentfs.thread_id');
ALTER TABLE agentfs.blob
  ALTER COLUMN assistant_id SET NOT NULL, ALTER COLUMN assistant_id SET DEFAULT current_setting('agentfs.assistant_id'),
  ALTER COLUMN thread_id SET NOT NULL, ALTER COLUMN thread_id SET DEFAULT current_setting('agentfs.thread_id');

-- A revision belongs to a file of its own scope. Foreign keys look past row security.
ALTER TABLE agentfs.file ADD CONSTRAINT file_scope UNIQUE (file_id, assistant_id, thread_id);
ALTER TABLE agentfs.revision ADD CONSTRAINT revision_scope
  FOREIGN KEY (file_id, assistant_id, thread_id) REFERENCES agentfs.file (file_id, assistant_id, thread_id);
ALTER TABLE agentfs.revision DROP CONSTRAINT revision_file_id_fkey;

ALTER TABLE agentfs.file ENABLE ROW LEVEL SECURITY;
ALTER TABLE agentfs.revision ENABLE ROW LEVEL SECURITY;
ALTER TABLE agentfs.blob ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_scope ON agentfs.file TO scopebench_files
  USING (assistant_id = current_setting('agentfs.assistant_id', true) AND thread_id = current_setting('agentfs.thread_id', true));
CREATE POLICY own_scope ON agentfs.revision TO scopebench_files
  USING (assistant_id = current_setting('agentfs.assistant_id', true) AND thread_id = current_setting('agentfs.thread_id', true));
CREATE POLICY own_scope ON agentfs.blob TO scopebench_files
  USING (assistant_id = current_setting('agentfs.assistant_id', true) AND thread_id = current_setting('agentfs.thread_id', true));
GRANT USAGE ON SCHEMA agentfs TO scopebench_files;
GRANT SELECT, INSERT, UPDATE ON agentfs.file TO scopebench_files;
GRANT SELECT, INSERT ON agentfs.revision, agentfs.blob TO scopebench_files;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA agentfs TO scopebench_files;
