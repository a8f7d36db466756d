-- +goose Up
-- Sign-ins with a provider that came back: each comes back once. expires_at is when the
-- sign-in would be refused by its age.
CREATE TABLE oidc_returns (
  flow_hash  TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX oidc_returns_expired ON oidc_returns (expires_at);

-- An account at a provider has the address of an existing user. It waits here until this user
-- enters the password.
CREATE TABLE pending_identities (
  token_hash TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  issuer     TEXT NOT NULL,
  subject    TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX pending_identities_user ON pending_identities (user_id);
CREATE INDEX pending_identities_expired ON pending_identities (expires_at);

-- issuer and subject name an account at a provider. It is connected when the user enters the right
-- code. Both are empty if there is no such account.
ALTER TABLE login_challenges ADD COLUMN issuer TEXT NOT NULL DEFAULT '';
ALTER TABLE login_challenges ADD COLUMN subject TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE login_challenges DROP COLUMN subject;
ALTER TABLE login_challenges DROP COLUMN issuer;
DROP TABLE pending_identities;
DROP TABLE oidc_returns;
