-- Who asked for a run, and what it took: limits are counted by person and by thread.
ALTER TABLE assistant.run
  ADD COLUMN author text NOT NULL DEFAULT 'user',
  ADD COLUMN model_calls integer NOT NULL DEFAULT 0,
  ADD COLUMN tool_calls integer NOT NULL DEFAULT 0,
  ADD COLUMN tokens bigint NOT NULL DEFAULT 0,
  -- Null: a model's price is not known.
  ADD COLUMN cost_usd double precision DEFAULT 0;
ALTER TABLE assistant.run ALTER COLUMN author DROP DEFAULT;
CREATE INDEX run_of_author ON assistant.run (tenant, author, created_at);

-- A thread whose metadata say `shared` may be read by everyone of its tenant, and changed by nobody else than before.
DROP POLICY own ON assistant.thread;
CREATE POLICY own ON assistant.thread TO scopebench_assistant
  USING (tenant = current_setting('assistant.tenant', true) AND current_setting('assistant.person', true) IN (owner, '*'));
CREATE POLICY shared ON assistant.thread FOR SELECT TO scopebench_assistant
  USING (tenant = current_setting('assistant.tenant', true) AND current_setting('assistant.person', true) <> '' AND metadata @> '{"shared": true}');

DROP POLICY own ON assistant.run;
DROP POLICY own ON assistant.document;
DROP POLICY own ON assistant.event;
CREATE FUNCTION assistant.may_write(thread_tenant text, thread uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM assistant.thread t WHERE t.tenant = thread_tenant AND t.id = thread AND current_setting('assistant.person', true) IN (t.owner, '*'))
$$;
CREATE POLICY own ON assistant.run TO scopebench_assistant USING (assistant.may_write(tenant, thread_id));
CREATE POLICY shared ON assistant.run FOR SELECT TO scopebench_assistant
  USING (EXISTS (SELECT FROM assistant.thread t WHERE t.tenant = run.tenant AND t.id = run.thread_id));
CREATE POLICY own ON assistant.document TO scopebench_assistant USING (assistant.may_write(tenant, thread_id));
CREATE POLICY shared ON assistant.document FOR SELECT TO scopebench_assistant
  USING (EXISTS (SELECT FROM assistant.thread t WHERE t.tenant = document.tenant AND t.id = document.thread_id));
CREATE POLICY own ON assistant.event TO scopebench_assistant
  USING (EXISTS (SELECT FROM assistant.run r WHERE r.id = event.run AND assistant.may_write(r.tenant, r.thread_id)));
CREATE POLICY shared ON assistant.event FOR SELECT TO scopebench_assistant
  USING (EXISTS (SELECT FROM assistant.run r WHERE r.id = event.run));
