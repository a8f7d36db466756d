-- +goose Up
-- version changes with every change of what the catalogue shows, whoever makes it. So a process
-- sees with one small read that its index is old.
CREATE TABLE catalogue_version (
  id      BIGINT PRIMARY KEY,
  version BIGINT NOT NULL
);
INSERT INTO catalogue_version (id, version) VALUES (1, 1);

-- +goose StatementBegin
CREATE TRIGGER characters_added AFTER INSERT ON characters BEGIN
  UPDATE catalogue_version SET version = version + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER characters_changed AFTER UPDATE ON characters BEGIN
  UPDATE catalogue_version SET version = version + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER characters_removed AFTER DELETE ON characters BEGIN
  UPDATE catalogue_version SET version = version + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER categories_added AFTER INSERT ON categories BEGIN
  UPDATE catalogue_version SET version = version + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER categories_changed AFTER UPDATE ON categories BEGIN
  UPDATE catalogue_version SET version = version + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER categories_removed AFTER DELETE ON categories BEGIN
  UPDATE catalogue_version SET version = version + 1;
END;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER categories_removed;
DROP TRIGGER categories_changed;
DROP TRIGGER categories_added;
DROP TRIGGER characters_removed;
DROP TRIGGER characters_changed;
DROP TRIGGER characters_added;
DROP TABLE catalogue_version;
