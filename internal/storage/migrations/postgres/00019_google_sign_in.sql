-- +goose Up
-- A row is a sign-in for which the redirect from the provider has arrived. A second redirect of the
-- sign-in is refused. expires_at is when the sign-in expires.
CREATE TABLE oidc_returns (
  flow_hash  TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX oidc_returns_expired ON oidc_returns (expires_at);

-- A row is an account at a provider. The account has the email address of an existing user. When
-- the user enters the password, the account is connected to the user.
CREATE TABLE pending_identities (
  token_hash TEXT PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  issuer     TEXT NOT NULL,
  subject    TEXT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX pending_identities_user ON pending_identities (user_id);
CREATE INDEX pending_identities_expired ON pending_identities (expires_at);

-- The columns issuer and subject identify an account at a provider, or are empty. The right code
-- connects the account to the user.
ALTER TABLE login_challenges ADD COLUMN issuer TEXT NOT NULL DEFAULT '';
ALTER TABLE login_challenges ADD COLUMN subject TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE login_challenges DROP COLUMN subject;
ALTER TABLE login_challenges DROP COLUMN issuer;
DROP TABLE pending_identities;
DROP TABLE oidc_returns;
