package storage

import (
	"context"
	"database/sql"
	"sync"
)

// maxStatements bounds how many statements a pool keeps prepared. Texts beyond
// it, such as lists of many lengths, are prepared for each use.
const maxStatements = 256

// statements keeps statements prepared by their text. SQLite's driver compiles
// a text at every use, which costs more than most of the queries themselves;
// PostgreSQL's keeps its own list and goes without this one.
type statements struct {
	db *sql.DB

	mu     sync.RWMutex
	byText map[string]*sql.Stmt
}

func newStatements(db *sql.DB) *statements {
	return &statements{db: db, byText: map[string]*sql.Stmt{}}
}

// known returns a statement that is prepared already, or nil.
func (s *statements) known(query string) *sql.Stmt {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.byText[query]
}

// prepare returns the statement of a text, prepared now if need be. It returns
// nil when the text cannot be prepared, so that running it tells why, and when
// there are enough. It must not be called while the caller holds the pool's
// only connection.
func (s *statements) prepare(ctx context.Context, query string) *sql.Stmt {
	if stmt := s.known(query); stmt != nil {
		return stmt
	}
	s.mu.RLock()
	full := len(s.byText) >= maxStatements
	s.mu.RUnlock()
	if full {
		return nil
	}
	stmt, err := s.db.PrepareContext(ctx, query)
	if err != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if first := s.byText[query]; first != nil {
		stmt.Close()
		return first
	}
	s.byText[query] = stmt
	return stmt
}

// ExecContext runs a statement outside a transaction.
func (s *statements) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if stmt := s.prepare(ctx, query); stmt != nil {
		return stmt.ExecContext(ctx, args...)
	}
	return s.db.ExecContext(ctx, query, args...)
}

// QueryContext runs a query outside a transaction.
func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := s.prepare(ctx, query); stmt != nil {
		return stmt.QueryContext(ctx, args...)
	}
	return s.db.QueryContext(ctx, query, args...)
}

// QueryRowContext runs a query for one row outside a transaction.
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt := s.prepare(ctx, query); stmt != nil {
		return stmt.QueryRowContext(ctx, args...)
	}
	return s.db.QueryRowContext(ctx, query, args...)
}

// inTx is a transaction that uses the prepared statements. What it meets for
// the first time is prepared when it is over: inside it, the pool's only
// connection is taken.
type inTx struct {
	*sql.Tx
	prepared *statements
	met      []string
}

func (t *inTx) statement(ctx context.Context, query string) *sql.Stmt {
	stmt := t.prepared.known(query)
	if stmt == nil {
		t.met = append(t.met, query)
		return nil
	}
	return t.StmtContext(ctx, stmt)
}

// learn prepares what the transaction met.
func (t *inTx) learn(ctx context.Context) {
	for _, query := range t.met {
		t.prepared.prepare(ctx, query)
	}
}

// ExecContext runs a statement in the transaction.
func (t *inTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if stmt := t.statement(ctx, query); stmt != nil {
		return stmt.ExecContext(ctx, args...)
	}
	return t.Tx.ExecContext(ctx, query, args...)
}

// QueryContext runs a query in the transaction.
func (t *inTx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := t.statement(ctx, query); stmt != nil {
		return stmt.QueryContext(ctx, args...)
	}
	return t.Tx.QueryContext(ctx, query, args...)
}

// QueryRowContext runs a query for one row in the transaction.
func (t *inTx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt := t.statement(ctx, query); stmt != nil {
		return stmt.QueryRowContext(ctx, args...)
	}
	return t.Tx.QueryRowContext(ctx, query, args...)
}
