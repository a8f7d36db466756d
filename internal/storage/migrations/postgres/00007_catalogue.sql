-- +goose Up
-- version changes with every change of what the catalogue shows, whoever makes it. So a process
-- sees with one small read that its index is old. version is the number of the last such
-- transaction. Each transaction writes the row once.
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
