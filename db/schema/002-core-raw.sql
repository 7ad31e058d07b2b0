-- A run of the ingest. It writes only what differs from what the database holds; `counts` says how much of which kind
-- was unchanged, changed, new and gone.
CREATE TABLE core.ingest_run (
  ingest_run_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  corpus_name text NOT NULL,
  corpus_hash text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'complete', 'failed')),
  counts jsonb NOT NULL DEFAULT '{}'
);

-- Bookkeeping that the agent does not see (006-roles.sql).
CREATE TABLE core.ingest_step (
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run,
  step text NOT NULL,
  finished_at timestamptz NOT NULL DEFAULT now(),
  duration_ms integer NOT NULL,
  -- Table -> {"inserted", "updated", "deleted"}; tables that nothing happened to are left out.
  written jsonb NOT NULL,
  PRIMARY KEY (ingest_run_id, step)
);

CREATE TABLE core.ingest_change (
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run,
  entity_type text NOT NULL,
  entity_id text NOT NULL,
  change text NOT NULL CHECK (change IN ('new', 'changed', 'gone')),
  PRIMARY KEY (ingest_run_id, entity_id, entity_type)
);

-- Append-only source payloads, for replay: a run adds those that are new or changed.
CREATE TABLE raw.payload (
  payload_id integer PRIMARY KEY,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run,
  external_id text NOT NULL,
  artifact_type text NOT NULL,
  content_hash text NOT NULL,
  body jsonb NOT NULL,
  UNIQUE (ingest_run_id, external_id)
);

-- What the canonical row of an id was made from. `source_hash` is over all that decides the row: payload, role, subtype.
CREATE TABLE raw.entity_source (
  entity_id text PRIMARY KEY,
  entity_type text NOT NULL,
  source_hash text NOT NULL,
  payload_id integer NOT NULL REFERENCES raw.payload,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run
);

-- Append-only as well: a link that has gone keeps its row and gets one in raw.link_end.
CREATE TABLE raw.link (
  link_id integer PRIMARY KEY,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run,
  source_id text NOT NULL,
  target_id text NOT NULL,
  kind text NOT NULL
);
CREATE TABLE raw.link_end (
  link_id integer PRIMARY KEY REFERENCES raw.link,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run
);

-- The corpus' mapping of link kinds to roles, as the last run found it.
CREATE TABLE raw.link_kind (
  kind text PRIMARY KEY,
  role text NOT NULL,
  inverse boolean NOT NULL
);

CREATE VIEW raw.current_payload AS
  SELECT s.entity_id, s.entity_type, p.* FROM raw.entity_source s JOIN raw.payload p USING (payload_id);

-- The links that the last run found, with their ends in the direction of their role; without a role they take no part.
CREATE VIEW raw.current_link AS
  SELECT l.*, k.role, CASE WHEN k.inverse THEN l.target_id ELSE l.source_id END AS from_id,
         CASE WHEN k.inverse THEN l.source_id ELSE l.target_id END AS to_id
  FROM raw.link l LEFT JOIN raw.link_kind k USING (kind)
  WHERE NOT EXISTS (SELECT FROM raw.link_end e WHERE e.link_id = l.link_id);
