-- +goose Up
-- An order, and the purchase that it becomes when it is paid. status and payment_status
-- follow from the other columns and tables (billing/derive.go).
CREATE TABLE purchases (
  id             TEXT PRIMARY KEY,
  user_id        TEXT,            -- NULL after the account is deleted
  plan_id        BIGINT NOT NULL,
  plan_name      TEXT NOT NULL,
  cycle          TEXT NOT NULL,
  description    TEXT NOT NULL,
  days           BIGINT NOT NULL,
  character_id   BIGINT,          -- NULL: every character
  amount         BIGINT NOT NULL, -- minor unit
  currency       TEXT NOT NULL,
  provider       TEXT NOT NULL,   -- razorpay, sandbox, or grant for access that the operator gave
  order_id       TEXT,            -- the provider's; NULL until it has answered
  payment_id     TEXT,            -- the provider's; the payment that was captured, or the latest try
  open_key       TEXT,            -- user, plan and character while the order can be paid, else NULL
  authorized_at  BIGINT,
  captured_at    BIGINT,
  failed_at      BIGINT,
  cancelled_at   BIGINT,          -- when the provider was last to be asked, without a payment
  refunded       BIGINT NOT NULL DEFAULT 0, -- minor unit, as the provider states it
  status         TEXT NOT NULL,
  payment_status TEXT NOT NULL,
  expiry_at      BIGINT,
  version        BIGINT NOT NULL DEFAULT 0,
  check_at       BIGINT,          -- when to ask the provider about the order; NULL: never
  refund_reason  TEXT NOT NULL DEFAULT '', -- of the buyer or the operator; emptied when the account is deleted
  reminded_at    BIGINT,
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL
);
CREATE UNIQUE INDEX purchases_open ON purchases (open_key);
CREATE UNIQUE INDEX purchases_order ON purchases (provider, order_id);
CREATE UNIQUE INDEX purchases_payment ON purchases (provider, payment_id);
CREATE INDEX purchases_user ON purchases (user_id, created_at);
CREATE INDEX purchases_access ON purchases (user_id, status, expiry_at);
CREATE INDEX purchases_check ON purchases (check_at);
CREATE INDEX purchases_expiry ON purchases (status, expiry_at);

-- Payments of an order. purchases.payment_id names the payment that pays the order. Any other
-- captured payment is surplus and goes back.
CREATE TABLE purchase_payments (
  provider    TEXT NOT NULL,
  payment_id  TEXT NOT NULL,
  purchase_id TEXT NOT NULL REFERENCES purchases (id),
  amount      BIGINT NOT NULL, -- minor unit
  currency    TEXT NOT NULL,
  status      TEXT NOT NULL,   -- created, failed, authorized, captured, refunded: it only goes forward
  refunded    BIGINT NOT NULL DEFAULT 0, -- minor unit, the largest sum that the provider has stated
  surplus_at  BIGINT,
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  PRIMARY KEY (provider, payment_id)
);
CREATE INDEX purchase_payments_purchase ON purchase_payments (purchase_id);

CREATE TABLE purchase_refunds (
  provider    TEXT NOT NULL,
  refund_id   TEXT NOT NULL,
  purchase_id TEXT NOT NULL REFERENCES purchases (id),
  payment_id  TEXT NOT NULL,
  amount      BIGINT NOT NULL,
  status      TEXT NOT NULL, -- pending, processed, failed
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  PRIMARY KEY (provider, refund_id)
);
CREATE INDEX purchase_refunds_purchase ON purchase_refunds (purchase_id);

CREATE TABLE purchase_disputes (
  provider    TEXT NOT NULL,
  dispute_id  TEXT NOT NULL,
  purchase_id TEXT NOT NULL REFERENCES purchases (id),
  payment_id  TEXT NOT NULL,
  status      TEXT NOT NULL, -- open, won, lost, closed
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  PRIMARY KEY (provider, dispute_id)
);
CREATE INDEX purchase_disputes_purchase ON purchase_disputes (purchase_id);

-- Messages of a provider, each stored before it is answered. order_id is empty if the
-- message does not name the order. body has ids, amounts and states only.
CREATE TABLE payment_events (
  provider    TEXT NOT NULL,
  event_id    TEXT NOT NULL,
  kind        TEXT NOT NULL,
  order_id    TEXT NOT NULL,
  body        TEXT NOT NULL,
  received_at BIGINT NOT NULL,
  handled_at  BIGINT,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX payment_events_order ON payment_events (provider, order_id);

-- Numbers of invoices have no gaps within a year. content never changes after the invoice is
-- issued. billed_to is emptied when the account is deleted.
CREATE TABLE invoice_years (
  year BIGINT PRIMARY KEY,
  last BIGINT NOT NULL
);
CREATE TABLE invoices (
  number      TEXT PRIMARY KEY,
  year        BIGINT NOT NULL,
  serial      BIGINT NOT NULL,
  purchase_id TEXT NOT NULL REFERENCES purchases (id),
  content     TEXT NOT NULL,
  billed_to   TEXT NOT NULL,
  issued_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX invoices_purchase ON invoices (purchase_id);
CREATE UNIQUE INDEX invoices_serial ON invoices (year, serial);

-- Prices of plan 1 for single characters. Without a row the plan's own price applies.
CREATE TABLE plan_prices (
  plan_id      BIGINT NOT NULL REFERENCES plans (id),
  character_id BIGINT NOT NULL,
  amount       BIGINT NOT NULL CHECK (amount > 0), -- minor unit
  currency     TEXT NOT NULL,
  PRIMARY KEY (plan_id, character_id)
);

-- Payments of the sandbox, which has no server of its own.
CREATE TABLE sandbox_payments (
  payment_id TEXT PRIMARY KEY,
  order_id   TEXT NOT NULL,
  amount     BIGINT NOT NULL,
  currency   TEXT NOT NULL,
  status     TEXT NOT NULL,
  refunded   BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL
);
CREATE INDEX sandbox_payments_order ON sandbox_payments (order_id);
CREATE TABLE sandbox_refunds (
  refund_id  TEXT PRIMARY KEY,
  payment_id TEXT NOT NULL REFERENCES sandbox_payments (payment_id),
  amount     BIGINT NOT NULL
);

-- +goose Down
DROP TABLE sandbox_refunds;
DROP TABLE sandbox_payments;
DROP TABLE plan_prices;
DROP TABLE invoices;
DROP TABLE invoice_years;
DROP TABLE payment_events;
DROP TABLE purchase_disputes;
DROP TABLE purchase_refunds;
DROP TABLE purchase_payments;
DROP TABLE purchases;
