-- The agent's role: no login, no default privileges, SELECT on the canonical layers only.
CREATE ROLE agent_readonly NOLOGIN;
GRANT USAGE ON SCHEMA canon, enrichment, proc, rag, core, kb TO agent_readonly;
GRANT SELECT ON ALL TABLES IN SCHEMA canon, enrichment, proc, rag, core, kb TO agent_readonly;

-- The role that Cypher runs as; db/graph grants it the graph's own schema.
CREATE ROLE graph_readonly NOLOGIN;

-- Extensions put functions there that write past any transaction; neither role needs one.
REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- A SELECT could otherwise leave its role inside one statement, or run text as a statement.
REVOKE EXECUTE ON FUNCTION pg_catalog.set_config(text, text, boolean) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION pg_catalog.query_to_xml(text, boolean, boolean, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION pg_catalog.query_to_xmlschema(text, boolean, boolean, text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION pg_catalog.query_to_xml_and_xmlschema(text, boolean, boolean, text) FROM PUBLIC;

-- A DO block runs any text, SET ROLE included, and so would get out of the role.
REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
