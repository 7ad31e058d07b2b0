-- What a request may take is counted before it is sent, so that many requests at once cannot pass a cap together. After a kill
-- the reservation stays counted: the provider was asked.
ALTER TABLE assistant.run
  ADD COLUMN reserved_tokens bigint NOT NULL DEFAULT 0,
  ADD COLUMN reserved_usd double precision NOT NULL DEFAULT 0;

-- Runs that were deleted count for their conversation, too, and look-ups (`POST /tools/...`), which belong to none.
ALTER TABLE assistant.deleted_run ADD COLUMN thread_id uuid;
CREATE INDEX deleted_run_of_thread ON assistant.deleted_run (tenant, thread_id) WHERE thread_id IS NOT NULL;
CREATE OR REPLACE FUNCTION assistant.keep_spending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO assistant.deleted_run (tenant, author, created_at, model_calls, tool_calls, tokens, cost_usd, thread_id)
  VALUES (OLD.tenant, OLD.author, OLD.created_at, OLD.model_calls, OLD.tool_calls, OLD.tokens + OLD.reserved_tokens,
    OLD.cost_usd + OLD.reserved_usd, OLD.thread_id);
  RETURN OLD;
END $$;
DROP POLICY own ON assistant.deleted_run;
CREATE POLICY own ON assistant.deleted_run TO scopebench_assistant
  USING (tenant = current_setting('assistant.tenant', true)
    AND (current_setting('assistant.person', true) IN (author, '*') OR assistant.may_write(tenant, thread_id)));

CREATE VIEW assistant.spending WITH (security_invoker = true) AS
  SELECT tenant, author, thread_id, created_at, model_calls, tool_calls, tokens + reserved_tokens AS tokens, cost_usd + reserved_usd AS cost_usd
  FROM assistant.run
  UNION ALL
  SELECT tenant, author, thread_id, created_at, model_calls, tool_calls, tokens, cost_usd FROM assistant.deleted_run;
GRANT SELECT ON assistant.spending TO scopebench_assistant;

-- Whoever counts before adding to what is counted holds this until the transaction ends. Each statement of a volatile function
-- sees what was committed before it began, so that the count is of the time after the wait.
CREATE FUNCTION assistant.hold(what text) RETURNS void LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('scopebench:' || current_setting('assistant.tenant') || ':' || what, 0))
$$;

-- A cap is [model calls, tool calls, tokens, US dollars], null for none. What has no price counts for nothing.
CREATE FUNCTION assistant.has_left(spent double precision[], most double precision[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT NOT EXISTS (SELECT FROM unnest(spent, most) AS part(used, cap) WHERE cap IS NOT NULL AND used >= cap)
$$;

CREATE FUNCTION assistant.spent_by(person text) RETURNS double precision[] LANGUAGE sql VOLATILE AS $$
  SELECT ARRAY[coalesce(sum(model_calls), 0), coalesce(sum(tool_calls), 0), coalesce(sum(tokens), 0), coalesce(sum(cost_usd), 0)]::double precision[]
  FROM assistant.spending WHERE tenant = current_setting('assistant.tenant') AND author = person AND created_at > now() - interval '24 hours'
$$;

CREATE FUNCTION assistant.spent_on(thread uuid) RETURNS double precision[] LANGUAGE sql VOLATILE AS $$
  SELECT ARRAY[coalesce(sum(model_calls), 0), coalesce(sum(tool_calls), 0), coalesce(sum(tokens), 0), coalesce(sum(cost_usd), 0)]::double precision[]
  FROM assistant.spending WHERE tenant = current_setting('assistant.tenant') AND thread_id = thread
$$;

-- Takes something for a run where its author and its thread have some left; false where not, and nothing is taken.
CREATE FUNCTION assistant.reserve(of_run uuid, wanted double precision[], day_cap double precision[], thread_cap double precision[])
RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  held assistant.run;
BEGIN
  SELECT * INTO held FROM assistant.run WHERE id = of_run AND tenant = current_setting('assistant.tenant');
  PERFORM assistant.hold('person:' || held.author), assistant.hold('thread:' || held.thread_id);
  IF held.id IS NULL OR NOT assistant.has_left(assistant.spent_by(held.author), day_cap)
    OR NOT assistant.has_left(assistant.spent_on(held.thread_id), thread_cap) THEN
    RETURN false;
  END IF;
  UPDATE assistant.run SET model_calls = model_calls + wanted[1]::integer, tool_calls = tool_calls + wanted[2]::integer,
    reserved_tokens = reserved_tokens + wanted[3]::bigint, reserved_usd = reserved_usd + wanted[4] WHERE id = of_run;
  RETURN true;
END $$;

-- A look-up that belongs to no run.
CREATE FUNCTION assistant.reserve_look_up(person text, day_cap double precision[]) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM assistant.hold('person:' || person);
  IF NOT assistant.has_left(assistant.spent_by(person), day_cap) THEN
    RETURN false;
  END IF;
  INSERT INTO assistant.deleted_run (tenant, author, created_at, model_calls, tool_calls, tokens, cost_usd)
  VALUES (current_setting('assistant.tenant'), person, now(), 0, 1, 0, 0);
  RETURN true;
END $$;

CREATE FUNCTION assistant.runs_of(person text) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM assistant.hold('person:' || person);
  RETURN (SELECT count(*) FROM assistant.run
    WHERE tenant = current_setting('assistant.tenant') AND author = person AND status IN ('pending', 'running'));
END $$;

CREATE FUNCTION assistant.documents_on(thread uuid) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM assistant.hold('documents:' || thread);
  RETURN (SELECT count(*) FROM assistant.document WHERE tenant = current_setting('assistant.tenant') AND thread_id = thread);
END $$;

CREATE FUNCTION assistant.items_of(person text) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM assistant.hold('items:' || person);
  RETURN (SELECT count(*) FROM assistant.item WHERE tenant = current_setting('assistant.tenant') AND owner = person);
END $$;
