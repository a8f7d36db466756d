package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"colloquy/internal/accounts"
	"colloquy/internal/audit"
	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/email"
	"colloquy/internal/jobs"
	"colloquy/internal/notices"
	"colloquy/internal/social"
	"colloquy/internal/storage"
)

// Operator implements the commands of the operator. It opens its own connection to the
// database, which servers may use at the same time.
type Operator struct {
	*accounts.Operator
	billing   *billing.Operator
	catalogue *catalogue.Service
	notices   *notices.Service
	social    *social.Operator
	config    config.Config
	db        *storage.DB
	audit     *audit.Log
	jobs      *jobs.Queue // the queue of the server; the server runs the jobs that commands enqueue
	mailer    *email.Mailer
	clock     core.Clock
}

// OpenOperator opens the database of a server, running or not. Close releases it.
func OpenOperator(ctx context.Context, c config.Config) (*Operator, error) {
	db, err := storage.OpenWithoutLock(ctx, storage.Options{URL: c.DatabaseURL.Reveal(), DataDir: c.DataDir})
	if err != nil {
		return nil, err
	}
	clock := systemClock(c)
	log := audit.New(db, clock)
	if db.Engine() == storage.SQLite {
		log = log.WithRevocations(audit.NewRevocations(db.DataDir(), slog.Default()))
	}
	// A running server sends the mails that the commands enqueue.
	queue := jobs.New(db, clock, slog.New(slog.DiscardHandler))
	mailer := email.NewMailer(queue, nil, clock)
	accountOperator := accounts.NewOperator(accounts.Deps{
		DB: db, Clock: clock, Audit: log, Mail: mailer, BaseURL: c.BaseURL(), HasMailServer: hasMailServer(c),
	})
	noticeService, err := notices.New(ctx, notices.Deps{DB: db, Jobs: queue, Audit: log, Clock: clock, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Operator{
		Operator: accountOperator, billing: billing.NewOperator(billing.Deps{DB: db, Clock: clock, Audit: log}),
		catalogue: catalogue.New(catalogue.Deps{DB: db, Clock: clock}), notices: noticeService, social: social.NewOperator(db, clock),
		config: c, db: db, audit: log, jobs: queue, mailer: mailer, clock: clock,
	}, nil
}

// hasMailServer reports whether mail is sent with a mail server, and not only written to the
// outbox folder. Rule accounts-verified.
func hasMailServer(c config.Config) bool { return c.SMTPURL != "" }

// Close closes the connection.
func (o *Operator) Close() error { return o.db.Close() }

// Now returns the time of the service's clock.
func (o *Operator) Now() time.Time { return o.clock.Now() }

// AuditEntry is an entry of the audit log with the email addresses of its actor and its
// subject. An address is empty if there is no such account.
type AuditEntry struct {
	audit.Entry
	Actor, Subject string
}

// AuditEntries returns at most limit events that are not older than period, the newest first.
func (o *Operator) AuditEntries(ctx context.Context, period time.Duration, limit int) ([]AuditEntry, error) {
	since, cursor := o.clock.Now().Add(-period), ""
	var out []AuditEntry
	for len(out) < limit {
		page, err := o.audit.List(ctx, since, limit-len(out), cursor)
		if err != nil {
			return nil, err
		}
		if out, err = o.appendEntriesWithEmails(ctx, out, page.Entries); err != nil {
			return nil, err
		}
		if cursor = page.NextCursor; cursor == "" {
			break
		}
	}
	return out, nil
}

// appendEntriesWithEmails appends entries with the addresses of their accounts.
func (o *Operator) appendEntriesWithEmails(ctx context.Context, out []AuditEntry, list []audit.Entry) ([]AuditEntry, error) {
	var ids []string
	for _, e := range list {
		ids = append(ids, e.ActorID, e.SubjectID)
	}
	addressByID, err := o.EmailsByUserID(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("addresses of the audit log: %w", err)
	}
	for _, e := range list {
		out = append(out, AuditEntry{Entry: e, Actor: addressByID[e.ActorID], Subject: addressByID[e.SubjectID]})
	}
	return out, nil
}
