-- The key-value store of clients: each person's own, in namespaces.
CREATE TABLE assistant.item (
  tenant text NOT NULL,
  owner text NOT NULL CHECK (owner NOT IN ('', '*')),
  namespace text[] NOT NULL,
  key text NOT NULL,
  value jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, owner, namespace, key)
);
ALTER TABLE assistant.item ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON assistant.item TO scopebench_assistant
  USING (tenant = current_setting('assistant.tenant', true) AND current_setting('assistant.person', true) IN (owner, '*'));
GRANT SELECT, INSERT, UPDATE, DELETE ON assistant.item TO scopebench_assistant;
