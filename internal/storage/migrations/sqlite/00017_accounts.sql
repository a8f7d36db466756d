-- +goose Up
ALTER TABLE users ADD COLUMN email_verified_at BIGINT;
-- Accounts from before this migration need no confirmation.
ALTER TABLE users ADD COLUMN must_verify BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE users ADD COLUMN reset_failures INTEGER NOT NULL DEFAULT 0;

ALTER TABLE auth_sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
ALTER TABLE auth_sessions ADD COLUMN system TEXT NOT NULL DEFAULT '';

-- Single-use links that were sent by mail. email is the address that the link confirms or brings
-- back. email_key is the key of the address, as in users.
CREATE TABLE mail_links (
  token_hash TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose    TEXT NOT NULL,
  email      TEXT NOT NULL,
  email_key  TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX mail_links_address ON mail_links (email_key, purpose);
CREATE INDEX mail_links_user ON mail_links (user_id, purpose);
CREATE INDEX mail_links_expired ON mail_links (expires_at);

CREATE TABLE reset_codes (
  user_id    TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  code_hash  TEXT NOT NULL,
  failures   INTEGER NOT NULL DEFAULT 0,
  expires_at BIGINT NOT NULL
);
CREATE INDEX reset_codes_expired ON reset_codes (expires_at);

-- Accounts at other providers (OpenID Connect).
CREATE TABLE identities (
  issuer     TEXT NOT NULL,
  subject    TEXT NOT NULL,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_user ON identities (user_id);

-- Two-factor sign-in. enabled_at is NULL until the user has entered the first code.
-- last_step is the last time step whose code was used.
CREATE TABLE two_factor (
  user_id    TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret     TEXT NOT NULL,
  enabled_at BIGINT,
  last_step  BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE recovery_codes (
  user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
-- Sign-ins that wait for a code. password_tag is the hash of users.password_hash at the sign-in. A
-- change of the password ends the row's sign-in. tries counts the codes that were or are being
-- compared.
CREATE TABLE login_challenges (
  token_hash   TEXT PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  password_tag TEXT NOT NULL,
  tries        INTEGER NOT NULL DEFAULT 0,
  expires_at   BIGINT NOT NULL
);
CREATE INDEX login_challenges_user ON login_challenges (user_id);
CREATE INDEX login_challenges_expired ON login_challenges (expires_at);

-- A user without a row has the defaults.
CREATE TABLE user_settings (
  user_id              TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  character_updates    BOOLEAN NOT NULL DEFAULT TRUE,
  interactions         BOOLEAN NOT NULL DEFAULT TRUE,
  promotions           BOOLEAN NOT NULL DEFAULT TRUE,
  newsletter           BOOLEAN NOT NULL DEFAULT TRUE,
  mail_updates         BOOLEAN NOT NULL DEFAULT FALSE,
  mail_interactions    BOOLEAN NOT NULL DEFAULT FALSE,
  mail_promotions      BOOLEAN NOT NULL DEFAULT FALSE,
  mail_newsletter      BOOLEAN NOT NULL DEFAULT FALSE,
  public_profile       BOOLEAN NOT NULL DEFAULT TRUE,
  activity_status      BOOLEAN NOT NULL DEFAULT TRUE,
  analytics            BOOLEAN NOT NULL DEFAULT TRUE,
  recommendations      BOOLEAN NOT NULL DEFAULT TRUE,
  updated_at           BIGINT NOT NULL
);

-- Privileged and security events. Rows are never changed or deleted; they hold user
-- ids, which mean nothing once an account is deleted.
CREATE TABLE audit (
  id         TEXT PRIMARY KEY,
  at         BIGINT NOT NULL,
  event      TEXT NOT NULL,
  actor_id   TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  detail     TEXT NOT NULL DEFAULT ''
);
CREATE INDEX audit_time ON audit (at, id);
-- +goose StatementBegin
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit rows cannot be changed'); END;
-- +goose StatementEnd
-- INSERT OR REPLACE deletes a row and fires no DELETE trigger. So this trigger refuses the
-- insertion.
-- +goose StatementBegin
CREATE TRIGGER audit_no_replace BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'audit rows cannot be changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit rows cannot be deleted'); END;
-- +goose StatementEnd

-- The ids of deleted accounts. After a restore of a backup these accounts are deleted again.
-- erased_at is when the last of their rows was deleted.
CREATE TABLE deleted_accounts (
  user_id    TEXT PRIMARY KEY,
  deleted_at BIGINT NOT NULL,
  erased_at  BIGINT
);
CREATE INDEX deleted_accounts_time ON deleted_accounts (deleted_at);
CREATE INDEX notifications_actor ON notifications (actor_id);
CREATE INDEX reports_author ON reports (author_id);

-- +goose Down
DROP INDEX reports_author;
DROP INDEX notifications_actor;
DROP TABLE deleted_accounts;
DROP TABLE audit;
DROP TABLE user_settings;
DROP TABLE login_challenges;
DROP TABLE recovery_codes;
DROP TABLE two_factor;
DROP TABLE identities;
DROP TABLE reset_codes;
DROP TABLE mail_links;
ALTER TABLE auth_sessions DROP COLUMN system;
ALTER TABLE auth_sessions DROP COLUMN browser;
ALTER TABLE users DROP COLUMN reset_failures;
ALTER TABLE users DROP COLUMN must_verify;
ALTER TABLE users DROP COLUMN email_verified_at;
