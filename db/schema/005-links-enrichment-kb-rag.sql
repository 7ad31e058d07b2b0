-- Test case -> backlog item. `raw_reference` is the text as it stood, before normalisation; `origin` says where it was found.
CREATE TABLE core.trace_link (
  test_case_id text NOT NULL REFERENCES canon.test_case,
  reference_id text NOT NULL REFERENCES canon.backlog_item,
  kind text NOT NULL,
  raw_reference text NOT NULL,
  origin text NOT NULL CHECK (origin IN ('link', 'payload')),
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run,
  PRIMARY KEY (test_case_id, reference_id)
);
CREATE INDEX trace_link_reference ON core.trace_link (reference_id);

CREATE TABLE core.unresolved_reference (
  source_id text NOT NULL,
  raw_reference text NOT NULL,
  reason text NOT NULL,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run
);

-- Every reference with what became of it: a row an item that it names, with the rule that found it (design/substrate.md),
-- or one with what is the matter. Empty texts stand for what there is not. Raw references can be longer than an index allows.
CREATE TABLE core.reference_resolution (
  source_id text NOT NULL,
  raw_reference text NOT NULL,
  origin text NOT NULL CHECK (origin IN ('link', 'payload')),
  normalised text NOT NULL,
  target_id text NOT NULL,
  rule text NOT NULL,
  kind text NOT NULL,
  problem text NOT NULL CHECK (problem IN ('', 'unknown id', 'no id', 'ambiguous', 'wrong role')),
  reason text NOT NULL,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run,
  CHECK ((problem = '') = (rule <> '') AND (problem = '') = (target_id <> ''))
);
CREATE INDEX reference_resolution_source ON core.reference_resolution (source_id);

-- Two independent paths; the deterministic one wins and the conflict is kept.
CREATE TABLE enrichment.regex_attribute (
  entity_id text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (entity_id, key, value)
);
CREATE TABLE enrichment.llm_attribute (
  entity_id text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  model text NOT NULL,
  PRIMARY KEY (entity_id, key, value)
);
CREATE VIEW enrichment.attribute AS
  SELECT entity_id, key, value, 'regex' AS path FROM enrichment.regex_attribute
  UNION ALL
  SELECT l.entity_id, l.key, l.value, 'llm' FROM enrichment.llm_attribute l
  WHERE NOT EXISTS (SELECT 1 FROM enrichment.regex_attribute r WHERE r.entity_id = l.entity_id AND r.key = l.key);
-- A value that the patterns found as well is no conflict.
CREATE VIEW enrichment.conflict AS
  SELECT l.entity_id, l.key, r.value AS regex_value, l.value AS llm_value, l.model
  FROM enrichment.llm_attribute l JOIN enrichment.regex_attribute r USING (entity_id, key)
  WHERE NOT EXISTS (
    SELECT 1 FROM enrichment.regex_attribute s WHERE s.entity_id = l.entity_id AND s.key = l.key AND s.value = l.value
  );

CREATE TABLE kb.entry (
  entry_id text PRIMARY KEY,
  term text NOT NULL,
  -- acronym | abbreviation | term | strategy
  kind text NOT NULL,
  expansion text NOT NULL DEFAULT '',
  definition text NOT NULL DEFAULT ''
);
CREATE INDEX entry_term ON kb.entry (lower(term));

-- Every entity by id, whatever its table.
CREATE VIEW core.entity AS
  SELECT test_case_id AS entity_id, 'test_case' AS entity_type, NULL AS subtype, name FROM canon.test_case
  UNION ALL SELECT backlog_item_id, 'backlog_item', subtype, name FROM canon.backlog_item
  UNION ALL SELECT protocol_id, 'protocol', NULL, name FROM proc.protocol
  UNION ALL SELECT message_id, 'message', NULL, name FROM proc.message
  UNION ALL SELECT entry_id, 'knowledge', kind, term FROM kb.entry
  UNION ALL SELECT artifact_id, 'other', artifact_type, name FROM canon.other_artifact;

-- Chunks of every entity; entity_type as in core.entity. Embeddings and BM25 terms lie in tables of their own, which
-- depend on the back end's options: db/search adds them, without a grant to the agent.
CREATE TABLE rag.chunk (
  chunk_id integer PRIMARY KEY,
  entity_id text NOT NULL,
  entity_type text NOT NULL,
  ordinal integer NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  -- The cast reads backslashes as escapes, so they are doubled; convert_to() is not immutable.
  body_sha256 text GENERATED ALWAYS AS (encode(sha256(replace(body, '\', '\\')::bytea), 'hex')) STORED,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run,
  UNIQUE (entity_type, entity_id, ordinal)
);
