package dbtest

import (
	"context"
	"database/sql"
	"sync/atomic"

	"colloquy/internal/storage"
)

// QueryCounter is a reader that counts its queries. A test can use it in place of
// the database where a type needs Reader only.
type QueryCounter struct {
	storage.Querier
	n *atomic.Int64 // queries since the last TakeCount
}

// CountQueries returns a reader that counts the queries of q.
func CountQueries(q storage.Querier) QueryCounter { return QueryCounter{q, new(atomic.Int64)} }

// Reader returns the counting reader itself.
func (c QueryCounter) Reader() storage.Querier { return c }

// Add adds n to the count, for example for calls of a fake that is no database.
func (c QueryCounter) Add(n int) { c.n.Add(int64(n)) }

// TakeCount returns the number of queries since the last call of TakeCount.
func (c QueryCounter) TakeCount() int { return int(c.n.Swap(0)) }

// QueryContext counts a query.
func (c QueryCounter) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	c.n.Add(1)
	return c.Querier.QueryContext(ctx, query, args...)
}

// QueryRowContext counts a query.
func (c QueryCounter) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	c.n.Add(1)
	return c.Querier.QueryRowContext(ctx, query, args...)
}
