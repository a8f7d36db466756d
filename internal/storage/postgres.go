package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	postgresConns    = 16
	postgresIdleTime = 5 * time.Minute
	// defaultLockWait is longer than our transactions take. Without it, calls that wait
	// for a transaction that never ends would use up all connections.
	defaultLockWait = 10 * time.Second
)

func openPostgres(ctx context.Context, url string, lockWait time.Duration) (*DB, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("storage: open: %w", err)
	}
	pool := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, fmt.Sprintf("SET lock_timeout = %d", lockWait.Milliseconds()))
		return err
	}))
	pool.SetMaxOpenConns(postgresConns)
	pool.SetMaxIdleConns(postgresConns)
	pool.SetConnMaxIdleTime(postgresIdleTime)
	if err := pool.PingContext(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("storage: connect: %w", err)
	}
	return &DB{engine: Postgres, read: pool, write: pool}, nil
}

// SQLSTATE codes of PostgreSQL.
const (
	pgUnique        = "23505"
	pgForeignKey    = "23503"
	pgSerialization = "40001"
	pgDeadlock      = "40P01"
	pgLockWait      = "55P03"
	pgReadOnly      = "25006"
)

func pgCode(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// pgUnavailable are prefixes of the SQLSTATE codes that mean an unavailable server:
// connections, resources such as disk space, shutdown, system errors, damaged files, a
// standby, and a lock timeout.
var pgUnavailable = []string{"08", "53", "57P", "58", "XX001", "XX002", pgReadOnly, pgLockWait}

func isPostgresUnavailable(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok && !errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	code := pgCode(err)
	return errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err) || slices.ContainsFunc(pgUnavailable, func(class string) bool { return strings.HasPrefix(code, class) })
}

func isSerialization(err error) bool {
	code := pgCode(err)
	return code == pgSerialization || code == pgDeadlock
}
