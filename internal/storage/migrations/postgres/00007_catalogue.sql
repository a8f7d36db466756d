-- +goose Up
-- The version changes with every change of what the catalogue shows, whoever
-- makes it, so that a process sees with one small read that its index is old.
-- It is the number of the transaction: the row is written once in each.
CREATE TABLE catalogue_version (
  id      BIGINT PRIMARY KEY,
  version BIGINT NOT NULL
);
INSERT INTO catalogue_version (id, version) VALUES (1, 1);

-- +goose StatementBegin
CREATE FUNCTION catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_version SET version = txid_current() WHERE version <> txid_current();
  RETURN NULL;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER characters_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON characters
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
CREATE TRIGGER categories_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();

-- +goose Down
DROP TRIGGER categories_changed ON categories;
DROP TRIGGER characters_changed ON characters;
DROP FUNCTION catalogue_changed();
DROP TABLE catalogue_version;
