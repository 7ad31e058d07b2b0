-- A thread that is deleted is gone at once, its checkpoints and files after it: what is still to be erased outlives a kill in between.
CREATE TABLE assistant.erasing (key uuid PRIMARY KEY);
CREATE FUNCTION assistant.begin_erasing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = assistant, pg_temp AS $$
BEGIN
  INSERT INTO assistant.erasing VALUES (OLD.key) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION assistant.begin_erasing() FROM PUBLIC;
CREATE TRIGGER begin_erasing AFTER DELETE ON assistant.thread FOR EACH ROW EXECUTE FUNCTION assistant.begin_erasing();
