CREATE TABLE core.ingest_run (
  ingest_run_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corpus_name text NOT NULL,
  corpus_hash text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'complete', 'failed')),
  counts jsonb NOT NULL DEFAULT '{}'
);

-- Append-only source payloads, for replay. Every canonical row names its payload.
CREATE TABLE raw.payload (
  payload_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run,
  external_id text NOT NULL,
  artifact_type text NOT NULL,
  content_hash text NOT NULL,
  body jsonb NOT NULL,
  UNIQUE (ingest_run_id, external_id)
);

CREATE TABLE raw.link (
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run,
  source_id text NOT NULL,
  target_id text NOT NULL,
  kind text NOT NULL
);
