-- +goose Up
-- Files of users in the media store. name is the file's name in the store. A row is made before its
-- file and deleted after it. stored_at is NULL until the file is complete. used is TRUE while a
-- profile shows the file. A row with deleted_at is never used again, and its file is deleted soon.
CREATE TABLE media_files (
  name       TEXT PRIMARY KEY,
  owner_id   TEXT NOT NULL,
  kind       TEXT NOT NULL,
  size       BIGINT NOT NULL,
  used       BOOLEAN NOT NULL DEFAULT FALSE,
  created_at BIGINT NOT NULL,
  stored_at  BIGINT,
  deleted_at BIGINT
);
CREATE INDEX media_files_owner ON media_files (owner_id);
CREATE INDEX media_files_deleted ON media_files (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX media_files_unused ON media_files (created_at) WHERE NOT used AND deleted_at IS NULL;

-- +goose Down
DROP TABLE media_files;
