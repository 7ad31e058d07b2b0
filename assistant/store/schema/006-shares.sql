-- Links by which a thread can be read without being anybody: found by the hash of their token, which is nowhere else.
CREATE TABLE assistant.share (
  tenant text NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  thread_id uuid NOT NULL,
  token_hash text NOT NULL UNIQUE,
  author text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, thread_id) REFERENCES assistant.thread ON DELETE CASCADE
);
CREATE INDEX share_of_thread ON assistant.share (tenant, thread_id);
ALTER TABLE assistant.share ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON assistant.share TO scopebench_assistant USING (assistant.may_write(tenant, thread_id));
-- Whoever shows a token sees which thread it is of, while it holds.
CREATE POLICY shown ON assistant.share FOR SELECT TO scopebench_assistant
  USING (token_hash = current_setting('assistant.share', true) AND expires_at > now());
GRANT SELECT, INSERT, DELETE ON assistant.share TO scopebench_assistant;
-- And then reads that one.
CREATE POLICY linked ON assistant.thread FOR SELECT TO scopebench_assistant
  USING (tenant = current_setting('assistant.tenant', true) AND id::text = current_setting('assistant.linked_thread', true));
