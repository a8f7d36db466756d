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
	// defaultLockWait is longer than our transactions take. Without a lock timeout, calls
	// that wait for a transaction that never ends would use up all connections.
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
	return &DB{engine: Postgres, readPool: pool, writePool: pool}, nil
}

// SQLSTATE codes of PostgreSQL.
const (
	pgUniqueCode        = "23505"
	pgForeignKeyCode    = "23503"
	pgSerializationCode = "40001"
	pgDeadlockCode      = "40P01"
	pgLockWaitCode      = "55P03"
	pgReadOnlyCode      = "25006"
)

// pgErrorCode returns the SQLSTATE code of a PostgreSQL error, or "".
func pgErrorCode(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// pgUnavailableCodes are prefixes of the SQLSTATE codes of an unavailable server. They stand for
// errors of connections, resources such as disk space, shutdowns, system errors and damaged files.
// The last two are a read-only transaction on a standby and a lock timeout.
var pgUnavailableCodes = []string{"08", "53", "57P", "58", "XX001", "XX002", pgReadOnlyCode, pgLockWaitCode}

func isPostgresUnavailable(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok && !errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	code := pgErrorCode(err)
	return errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err) || slices.ContainsFunc(pgUnavailableCodes, func(class string) bool { return strings.HasPrefix(code, class) })
}

func isSerializationOrDeadlock(err error) bool {
	code := pgErrorCode(err)
	return code == pgSerializationCode || code == pgDeadlockCode
}
