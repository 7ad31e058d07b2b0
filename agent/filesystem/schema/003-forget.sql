-- A scope is removed whole, by the tables' owner in a transaction that says so (`agentfs.forget`): nobody else may delete here, and nothing is
-- changed or removed otherwise.
CREATE OR REPLACE FUNCTION agentfs.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('agentfs.forget', true) = 'on' THEN
    RETURN NULL; -- Of a statement, not of a row: what a trigger returns is not looked at.
  END IF;
  RAISE EXCEPTION 'agentfs is append-only: % on %.% is refused', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
