-- Roles belong to the whole server: another snapshot, or another process at this moment, may have made them.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['agent_readonly', 'graph_readonly'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
      -- Who is no superuser may take a role only as its member.
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END LOOP;
END $$;

-- The agent's role: no login, no default privileges, SELECT on the canonical layers only.
GRANT USAGE ON SCHEMA canon, enrichment, proc, rag, core, kb TO agent_readonly;
GRANT SELECT ON ALL TABLES IN SCHEMA canon, enrichment, proc, rag, core, kb TO agent_readonly;
-- Bookkeeping of the ingest: no knowledge about the corpus, a longer schema to read, and times by which no two builds look alike.
REVOKE SELECT ON core.ingest_run, core.ingest_step, core.ingest_change, core.reference_resolution FROM agent_readonly;

-- Extensions put functions there that write past any transaction; neither role needs one.
REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- A DO block runs any text, SET ROLE included, and so would get out of the role.
REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
