package dbtest

import (
	"context"
	"database/sql"
	"sync/atomic"

	"colloquy/internal/storage"
)

// Counting is a reader that counts its queries. It can stand for the database where a
// type needs no more than Reader.
type Counting struct {
	storage.Querier
	n *atomic.Int64
}

// Count returns a reader that counts the queries of q.
func Count(q storage.Querier) Counting { return Counting{q, new(atomic.Int64)} }

// Reader returns the counting reader itself.
func (c Counting) Reader() storage.Querier { return c }

// Add counts n further queries, such as those of a fake.
func (c Counting) Add(n int) { c.n.Add(int64(n)) }

// Take returns the number of queries since the last Take.
func (c Counting) Take() int { return int(c.n.Swap(0)) }

// QueryContext counts a query.
func (c Counting) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	c.n.Add(1)
	return c.Querier.QueryContext(ctx, query, args...)
}

// QueryRowContext counts a query.
func (c Counting) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	c.n.Add(1)
	return c.Querier.QueryRowContext(ctx, query, args...)
}
