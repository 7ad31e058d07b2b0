-- Several services on one database: whose a run is, whether that service lives, and what its run has told so far.
CREATE TABLE assistant.process (
  id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE assistant.run ADD COLUMN process uuid, ADD COLUMN cancelled boolean NOT NULL DEFAULT false;
CREATE INDEX run_at_work ON assistant.run (tenant, thread_id, number) WHERE status IN ('pending', 'running');
-- Numbered as clients see them. A whole state makes those before it superfluous, which are then removed.
CREATE TABLE assistant.event (
  run uuid NOT NULL REFERENCES assistant.run ON DELETE CASCADE,
  number integer NOT NULL,
  name text NOT NULL,
  namespace text[] NOT NULL,
  data text NOT NULL,
  PRIMARY KEY (run, number)
);
ALTER TABLE assistant.event ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON assistant.event TO scopebench_assistant
  USING (EXISTS (SELECT FROM assistant.run r WHERE r.id = event.run));
GRANT SELECT, INSERT, DELETE ON assistant.event TO scopebench_assistant;
-- Since when a call waits: `updated_at` changes with the thread's metadata, too.
ALTER TABLE assistant.thread ADD COLUMN paused_at timestamptz;
UPDATE assistant.thread SET paused_at = updated_at WHERE status = 'interrupted';
