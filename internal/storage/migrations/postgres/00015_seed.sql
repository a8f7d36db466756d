-- +goose Up
-- seed_version is the version of the seed that wrote the row. A binary with an older seed does not
-- change the row.
ALTER TABLE characters ADD COLUMN seed_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE categories ADD COLUMN seed_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE web_settings ADD COLUMN seed_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE articles ADD COLUMN seed_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pages ADD COLUMN seed_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE plans ADD COLUMN seed_version BIGINT NOT NULL DEFAULT 0;

-- Pictures and films of a character. carousel_media is a JSON list of addresses. default_media_type
-- is image, video or carousel. profile_video is the address of a film. The column assert is a JSON
-- object with type and file, which replaces the portrait. If assert is empty, the portrait is
-- shown.
ALTER TABLE characters ADD COLUMN carousel_media TEXT NOT NULL DEFAULT '[]';
ALTER TABLE characters ADD COLUMN default_media_type TEXT NOT NULL DEFAULT 'image';
ALTER TABLE characters ADD COLUMN profile_video TEXT NOT NULL DEFAULT '';
ALTER TABLE characters ADD COLUMN assert TEXT NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE characters DROP COLUMN assert;
ALTER TABLE characters DROP COLUMN profile_video;
ALTER TABLE characters DROP COLUMN default_media_type;
ALTER TABLE characters DROP COLUMN carousel_media;
ALTER TABLE plans DROP COLUMN seed_version;
ALTER TABLE pages DROP COLUMN seed_version;
ALTER TABLE articles DROP COLUMN seed_version;
ALTER TABLE web_settings DROP COLUMN seed_version;
ALTER TABLE categories DROP COLUMN seed_version;
ALTER TABLE characters DROP COLUMN seed_version;
