-- What the service itself keeps, beside the agent's checkpoints and files in the same database.
CREATE TABLE IF NOT EXISTS assistant.thread (
  id uuid PRIMARY KEY,
  assistant_id uuid,
  status text NOT NULL DEFAULT 'idle',
  pause text,
  title text,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE IF NOT EXISTS assistant.run (
  number bigint GENERATED ALWAYS AS IDENTITY,
  id uuid PRIMARY KEY,
  thread_id uuid NOT NULL REFERENCES assistant.thread ON DELETE CASCADE,
  assistant_id uuid NOT NULL,
  status text NOT NULL,
  error text,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS run_of_thread ON assistant.run (thread_id, number);
