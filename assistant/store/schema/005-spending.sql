-- What runs took that are deleted with their thread: it stays counted.
CREATE TABLE assistant.deleted_run (
  tenant text NOT NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL,
  model_calls integer NOT NULL,
  tool_calls integer NOT NULL,
  tokens bigint NOT NULL,
  cost_usd double precision
);
CREATE INDEX deleted_run_of_author ON assistant.deleted_run (tenant, author, created_at);
CREATE FUNCTION assistant.keep_spending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO assistant.deleted_run VALUES (OLD.tenant, OLD.author, OLD.created_at, OLD.model_calls, OLD.tool_calls, OLD.tokens, OLD.cost_usd);
  RETURN OLD;
END $$;
CREATE TRIGGER keep_spending BEFORE DELETE ON assistant.run FOR EACH ROW EXECUTE FUNCTION assistant.keep_spending();
ALTER TABLE assistant.deleted_run ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON assistant.deleted_run TO scopebench_assistant
  USING (tenant = current_setting('assistant.tenant', true) AND current_setting('assistant.person', true) IN (author, '*'));
GRANT SELECT, INSERT ON assistant.deleted_run TO scopebench_assistant;
