-- +goose Up
-- What models have cost or may yet cost on a day. day counts days since 1970 in UTC. key_hash is
-- the hash of a user, a network or everybody. money is in millionths of the currency of the prices.
CREATE TABLE model_spend (
  key_hash TEXT NOT NULL,
  day      BIGINT NOT NULL,
  tokens   BIGINT NOT NULL,
  money    BIGINT NOT NULL,
  PRIMARY KEY (key_hash, day)
);
CREATE INDEX model_spend_day ON model_spend (day);

-- +goose Down
DROP TABLE model_spend;
