-- Where each node and edge of the graph comes from. Beside the graph, not on it: as properties these numbers would stand
-- in every node that the agent reads, and a run that changes one payload would have to rewrite its edges.
CREATE VIEW raw.node_source AS
  SELECT entity_id AS node_id, entity_type, payload_id, ingest_run_id FROM raw.entity_source
  WHERE entity_type IN ('test_case', 'backlog_item', 'protocol', 'message');

-- `link_id` names the recorded link; without one the edge was read from the payload, or derived from other edges.
CREATE VIEW raw.edge_source AS
  WITH link AS (
    SELECT role, from_id, to_id, min(link_id) AS link_id, min(ingest_run_id) AS ingest_run_id
    FROM raw.current_link WHERE role IS NOT NULL GROUP BY 1, 2, 3
  ),
  edge AS (
    SELECT 'CONTAINS' AS relationship, c.parent_id AS from_id, c.child_id AS to_id, c.ingest_run_id, l.link_id, false AS derived
    FROM canon.containment c
    LEFT JOIN link l ON l.role = 'containment' AND l.from_id = c.parent_id AND l.to_id = c.child_id
    UNION ALL
    SELECT 'REFERENCES', t.test_case_id, t.reference_id, t.ingest_run_id, l.link_id, false
    FROM core.trace_link t
    LEFT JOIN link l ON t.origin = 'link' AND l.role = 'reference' AND l.from_id = t.test_case_id AND l.to_id = t.raw_reference
    UNION ALL
    SELECT 'COVERS_MESSAGE', t.test_case_id, t.message_id, t.ingest_run_id, l.link_id, false
    FROM proc.test_case_message t
    LEFT JOIN link l ON l.role = 'message_coverage' AND l.from_id = t.test_case_id AND l.to_id = t.message_id
    UNION ALL
    SELECT 'COVERS_PROTOCOL', t.test_case_id, t.protocol_id, t.ingest_run_id, l.link_id, t.derived
    FROM proc.test_case_protocol t
    LEFT JOIN link l ON l.role = 'protocol_coverage' AND l.from_id = t.test_case_id AND l.to_id = t.protocol_id
    UNION ALL
    SELECT 'BELONGS_TO', m.message_id, m.protocol_id, l.ingest_run_id, l.link_id, false
    FROM proc.message_protocol m
    LEFT JOIN link l ON l.role = 'membership' AND l.from_id = m.message_id AND l.to_id = m.protocol_id
    UNION ALL
    SELECT 'CALLS', c.caller_id, c.callee_id, l.ingest_run_id, l.link_id, false
    FROM proc.message_call c
    LEFT JOIN link l ON l.role = 'call' AND l.from_id = c.caller_id AND l.to_id = c.callee_id
    UNION ALL
    SELECT 'INHERITS', i.protocol_id, i.base_id, l.ingest_run_id, l.link_id, false
    FROM proc.protocol_inheritance i
    LEFT JOIN link l ON l.role = 'inheritance' AND l.from_id = i.protocol_id AND l.to_id = i.base_id
  )
  SELECT e.relationship, e.from_id, e.to_id, e.ingest_run_id, e.link_id, s.payload_id, e.derived
  FROM edge e JOIN raw.entity_source s ON s.entity_id = e.from_id;
