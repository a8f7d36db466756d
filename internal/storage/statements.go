package storage

import (
	"context"
	"database/sql"
	"sync"
)

// maxStatements is the most cached statements of a pool. Further statements are prepared at
// each use.
const maxStatements = 256

// statementCache caches prepared statements by their SQL text. Without it the driver of SQLite
// compiles a text at each use, which costs more than most queries. The driver of PostgreSQL has its
// own cache.
type statementCache struct {
	db       *sql.DB
	poolSize int // size of the pool

	mu               sync.RWMutex
	statementsByText map[string]*sql.Stmt
}

func newStatementCache(db *sql.DB, poolSize int) *statementCache {
	return &statementCache{db: db, poolSize: poolSize, statementsByText: map[string]*sql.Stmt{}}
}

// withoutCancel returns a context without cancellation for a statement that starts now. A context
// with cancellation makes database/sql and the driver start two goroutines. These cost more than
// most statements. An ended context is returned unchanged, so that the statement fails.
func withoutCancel(ctx context.Context) context.Context {
	if ctx.Err() != nil {
		return ctx
	}
	return context.WithoutCancel(ctx)
}

// withoutCancelIfConnectionFree calls withoutCancel if the pool has a free connection. Otherwise it
// returns ctx, so that waiting for a connection can be cancelled.
func (s *statementCache) withoutCancelIfConnectionFree(ctx context.Context) context.Context {
	if s.db.Stats().InUse >= s.poolSize {
		return ctx
	}
	return withoutCancel(ctx)
}

// lookup returns the cached statement of a text, or nil.
func (s *statementCache) lookup(query string) *sql.Stmt {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.statementsByText[query]
}

// prepare returns the cached statement of a text, or prepares and caches the statement. If the
// cache is full or the text is invalid, it returns nil. The caller then runs the text unprepared,
// and gets the error of an invalid text. The caller must not hold the pool's only connection.
func (s *statementCache) prepare(ctx context.Context, query string) *sql.Stmt {
	if stmt := s.lookup(query); stmt != nil {
		return stmt
	}
	s.mu.RLock()
	isFull := len(s.statementsByText) >= maxStatements
	s.mu.RUnlock()
	if isFull {
		return nil
	}
	stmt, err := s.db.PrepareContext(ctx, query)
	if err != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if first := s.statementsByText[query]; first != nil {
		stmt.Close()
		return first
	}
	s.statementsByText[query] = stmt
	return stmt
}

// ExecContext runs a statement outside a transaction.
func (s *statementCache) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if stmt := s.prepare(ctx, query); stmt != nil {
		return stmt.ExecContext(s.withoutCancelIfConnectionFree(ctx), args...)
	}
	return s.db.ExecContext(ctx, query, args...)
}

// QueryContext runs a query outside a transaction.
func (s *statementCache) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := s.prepare(ctx, query); stmt != nil {
		return stmt.QueryContext(s.withoutCancelIfConnectionFree(ctx), args...)
	}
	return s.db.QueryContext(ctx, query, args...)
}

// QueryRowContext runs a query for one row outside a transaction.
func (s *statementCache) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt := s.prepare(ctx, query); stmt != nil {
		return stmt.QueryRowContext(s.withoutCancelIfConnectionFree(ctx), args...)
	}
	return s.db.QueryRowContext(ctx, query, args...)
}

// writeTx is a transaction of Write. With a cache it uses prepared statements. SQL texts that are not
// in the cache are prepared after the transaction, because it holds the pool's only connection.
type writeTx struct {
	*sql.Tx
	cache           *statementCache // nil on PostgreSQL
	uncachedQueries []string        // texts that were not cached
	afterCommit     []func()        // run after the commit
}

// AfterCommit runs fn after the transaction of Write has committed. Without a commit fn does not
// run. fn must not block. Outside a transaction AfterCommit runs fn at once.
func AfterCommit(tx Querier, fn func()) {
	if t, is := tx.(*writeTx); is {
		t.afterCommit = append(t.afterCommit, fn)
		return
	}
	fn()
}

func (t *writeTx) statement(ctx context.Context, query string) *sql.Stmt {
	if t.cache == nil {
		return nil
	}
	stmt := t.cache.lookup(query)
	if stmt == nil {
		t.uncachedQueries = append(t.uncachedQueries, query)
		return nil
	}
	return t.StmtContext(withoutCancel(ctx), stmt)
}

// prepareUncachedQueries prepares the texts that were not cached.
func (t *writeTx) prepareUncachedQueries(ctx context.Context) {
	for _, query := range t.uncachedQueries {
		t.cache.prepare(ctx, query)
	}
}

// ExecContext runs a statement in the transaction.
func (t *writeTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if stmt := t.statement(ctx, query); stmt != nil {
		return stmt.ExecContext(withoutCancel(ctx), args...)
	}
	return t.Tx.ExecContext(ctx, query, args...)
}

// QueryContext runs a query in the transaction.
func (t *writeTx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := t.statement(ctx, query); stmt != nil {
		return stmt.QueryContext(withoutCancel(ctx), args...)
	}
	return t.Tx.QueryContext(ctx, query, args...)
}

// QueryRowContext runs a query for one row in the transaction.
func (t *writeTx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt := t.statement(ctx, query); stmt != nil {
		return stmt.QueryRowContext(withoutCancel(ctx), args...)
	}
	return t.Tx.QueryRowContext(ctx, query, args...)
}
