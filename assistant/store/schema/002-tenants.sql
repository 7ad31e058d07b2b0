-- Whose a thread is. The database keeps tenants and people apart, not only the statements: what a request asks for is read and
-- written by a role that sees the rows of one tenant (`assistant.tenant`) and one person (`assistant.person`, or `*` for all of
-- the tenant), as set in its transaction, and nothing without.
DO $$
BEGIN
  -- Roles are of the whole server: another state may have made it, or whoever runs the server.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scopebench_assistant') THEN
    CREATE ROLE scopebench_assistant NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- At the same moment.
END $$;
DO $$
BEGIN
  -- Since PostgreSQL 16, who makes a role may give it, and has not taken it.
  IF NOT pg_has_role('scopebench_assistant', CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
    GRANT scopebench_assistant TO CURRENT_USER;
  END IF;
END $$;

-- A thread's `key` names its checkpoints and files: two tenants may have chosen the same id.
ALTER TABLE assistant.thread
  ADD COLUMN tenant text NOT NULL DEFAULT 'default' CHECK (tenant <> ''),
  ADD COLUMN owner text NOT NULL DEFAULT 'user' CHECK (owner NOT IN ('', '*')),
  ADD COLUMN key uuid NOT NULL DEFAULT gen_random_uuid();
UPDATE assistant.thread SET key = id;
ALTER TABLE assistant.thread ALTER COLUMN tenant DROP DEFAULT, ALTER COLUMN owner DROP DEFAULT, ADD UNIQUE (key);
ALTER TABLE assistant.run ADD COLUMN tenant text NOT NULL DEFAULT 'default';
ALTER TABLE assistant.run ALTER COLUMN tenant DROP DEFAULT, DROP CONSTRAINT run_thread_id_fkey;
ALTER TABLE assistant.thread DROP CONSTRAINT thread_pkey, ADD PRIMARY KEY (tenant, id);
ALTER TABLE assistant.run ADD FOREIGN KEY (tenant, thread_id) REFERENCES assistant.thread ON DELETE CASCADE;

-- JSON values that a thread keeps: what people decided, rated, preferred, shared.
CREATE TABLE assistant.document (
  tenant text NOT NULL,
  thread_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind <> ''),
  key text NOT NULL CHECK (key <> ''),
  value jsonb NOT NULL,
  author text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, thread_id, kind, key),
  FOREIGN KEY (tenant, thread_id) REFERENCES assistant.thread ON DELETE CASCADE
);
CREATE INDEX document_of_kind ON assistant.document (tenant, kind, updated_at);

ALTER TABLE assistant.thread ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant.run ENABLE ROW LEVEL SECURITY;
ALTER TABLE assistant.document ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON assistant.thread TO scopebench_assistant
  USING (tenant = current_setting('assistant.tenant', true) AND current_setting('assistant.person', true) IN (owner, '*'));
CREATE POLICY own ON assistant.run TO scopebench_assistant
  USING (EXISTS (SELECT FROM assistant.thread t WHERE t.tenant = run.tenant AND t.id = run.thread_id));
CREATE POLICY own ON assistant.document TO scopebench_assistant
  USING (EXISTS (SELECT FROM assistant.thread t WHERE t.tenant = document.tenant AND t.id = document.thread_id));
GRANT USAGE ON SCHEMA assistant TO scopebench_assistant;
GRANT SELECT, INSERT, UPDATE, DELETE ON assistant.thread, assistant.run, assistant.document TO scopebench_assistant;

-- The agent's checkpoints, like its files (`agentfs`), are read and written by a role that sees one thread's.
ALTER TABLE langgraph_cp.checkpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE langgraph_cp.checkpoint_blobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE langgraph_cp.checkpoint_writes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_scope ON langgraph_cp.checkpoints TO scopebench_files USING (thread_id = current_setting('agentfs.thread_id', true));
CREATE POLICY own_scope ON langgraph_cp.checkpoint_blobs TO scopebench_files USING (thread_id = current_setting('agentfs.thread_id', true));
CREATE POLICY own_scope ON langgraph_cp.checkpoint_writes TO scopebench_files USING (thread_id = current_setting('agentfs.thread_id', true));
GRANT USAGE ON SCHEMA langgraph_cp TO scopebench_files;
GRANT SELECT, INSERT, UPDATE, DELETE ON langgraph_cp.checkpoints, langgraph_cp.checkpoint_blobs, langgraph_cp.checkpoint_writes TO scopebench_files;
