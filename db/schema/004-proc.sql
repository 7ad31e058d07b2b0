-- The Procedure Catalog: protocols (interface + protocol name), messages with alias variants and coverage status.
CREATE TABLE proc.protocol (
  protocol_id text PRIMARY KEY,
  interface text NOT NULL DEFAULT '',
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  payload_id integer NOT NULL REFERENCES raw.payload,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run
);

CREATE TABLE proc.message (
  message_id text PRIMARY KEY,
  -- First membership, for convenience; all of them are in proc.message_protocol.
  protocol_id text REFERENCES proc.protocol,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  coverage_status text NOT NULL DEFAULT 'unknown' CHECK (coverage_status IN ('covered', 'partial', 'uncovered', 'unknown')),
  payload_id integer NOT NULL REFERENCES raw.payload,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run
);

CREATE TABLE proc.message_protocol (
  message_id text NOT NULL REFERENCES proc.message,
  protocol_id text NOT NULL REFERENCES proc.protocol,
  PRIMARY KEY (message_id, protocol_id)
);

CREATE TABLE proc.message_alias (
  message_id text NOT NULL REFERENCES proc.message,
  alias text NOT NULL,
  PRIMARY KEY (message_id, alias)
);

CREATE TABLE proc.test_case_message (
  test_case_id text NOT NULL REFERENCES canon.test_case,
  message_id text NOT NULL REFERENCES proc.message,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run,
  PRIMARY KEY (test_case_id, message_id)
);
CREATE INDEX test_case_message_message ON proc.test_case_message (message_id);

-- Recorded in the source, or derived from message coverage and membership.
CREATE TABLE proc.test_case_protocol (
  test_case_id text NOT NULL REFERENCES canon.test_case,
  protocol_id text NOT NULL REFERENCES proc.protocol,
  derived boolean NOT NULL,
  ingest_run_id integer NOT NULL REFERENCES core.ingest_run,
  PRIMARY KEY (test_case_id, protocol_id)
);
CREATE INDEX test_case_protocol_protocol ON proc.test_case_protocol (protocol_id);

-- Of source code: functions call functions, classes inherit from classes.
CREATE TABLE proc.message_call (
  caller_id text NOT NULL REFERENCES proc.message,
  callee_id text NOT NULL REFERENCES proc.message,
  PRIMARY KEY (caller_id, callee_id)
);
CREATE INDEX message_call_callee ON proc.message_call (callee_id);
CREATE TABLE proc.protocol_inheritance (
  protocol_id text NOT NULL REFERENCES proc.protocol,
  base_id text NOT NULL REFERENCES proc.protocol,
  PRIMARY KEY (protocol_id, base_id)
);
CREATE INDEX protocol_inheritance_base ON proc.protocol_inheritance (base_id);

CREATE VIEW proc.message_detail AS
  SELECT m.message_id, m.name AS message_name, m.coverage_status, p.protocol_id, p.interface, p.name AS protocol_name,
         (SELECT array_agg(a.alias ORDER BY a.alias) FROM proc.message_alias a WHERE a.message_id = m.message_id) AS aliases
  FROM proc.message m
  LEFT JOIN proc.message_protocol mp USING (message_id)
  LEFT JOIN proc.protocol p ON p.protocol_id = mp.protocol_id;
