-- The agent's role: no login, no default privileges, SELECT on the canonical layers only.
CREATE ROLE agent_readonly NOLOGIN;
GRANT USAGE ON SCHEMA canon, enrichment, proc, rag, core, kb TO agent_readonly;
GRANT SELECT ON ALL TABLES IN SCHEMA canon, enrichment, proc, rag, core, kb TO agent_readonly;
