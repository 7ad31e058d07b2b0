CREATE TABLE canon.test_case (
  test_case_id text PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  quality_area text,
  execution_context text,
  automated_suite text,
  instructions text NOT NULL DEFAULT '',
  -- Instructions split by heading into typed sections: [{"kind": "precondition|step|expected|note", "text": ...}].
  sections jsonb NOT NULL DEFAULT '[]',
  attributes jsonb NOT NULL DEFAULT '{}',
  content_hash text NOT NULL,
  payload_id integer NOT NULL REFERENCES raw.payload,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run
);

CREATE TABLE canon.backlog_item (
  backlog_item_id text PRIMARY KEY,
  subtype text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  status text,
  attributes jsonb NOT NULL DEFAULT '{}',
  content_hash text NOT NULL,
  payload_id integer NOT NULL REFERENCES raw.payload,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run
);

CREATE TABLE canon.containment (
  parent_id text NOT NULL REFERENCES canon.backlog_item,
  child_id text NOT NULL REFERENCES canon.backlog_item,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run,
  PRIMARY KEY (parent_id, child_id)
);
CREATE INDEX containment_child ON canon.containment (child_id);

CREATE TABLE canon.other_artifact (
  artifact_id text PRIMARY KEY,
  artifact_type text NOT NULL,
  name text NOT NULL,
  body text NOT NULL DEFAULT '',
  attributes jsonb NOT NULL DEFAULT '{}',
  content_hash text NOT NULL,
  payload_id integer NOT NULL REFERENCES raw.payload,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run
);

-- What executions said of each test that has a history. A corpus of anybody's may hold anything under these names.
CREATE VIEW canon.test_history AS
  SELECT test_case_id, name, attributes ->> 'last_outcome' AS last_outcome, attributes ->> 'last_run_at' AS last_run_at,
         CASE jsonb_typeof(attributes -> 'runs') WHEN 'number' THEN (attributes ->> 'runs')::numeric END AS runs,
         CASE jsonb_typeof(attributes -> 'flaky') WHEN 'boolean' THEN (attributes ->> 'flaky')::boolean END AS flaky,
         CASE jsonb_typeof(attributes -> 'flip_rate') WHEN 'number' THEN (attributes ->> 'flip_rate')::numeric END AS flip_rate,
         CASE jsonb_typeof(attributes -> 'time_s') WHEN 'number' THEN (attributes ->> 'time_s')::numeric END AS time_s
  FROM canon.test_case WHERE attributes ->> 'last_outcome' IS NOT NULL;
