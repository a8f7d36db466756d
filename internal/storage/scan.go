package storage

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
)

// Row is what a scan function reads from: one row of either a QueryRow or a
// Query.
type Row interface{ Scan(dest ...any) error }

// All runs a query and scans every row with scan.
func All[T any](ctx context.Context, q Querier, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("storage: query: %w", err)
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("storage: scan: %w", err)
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

// Changed runs a statement and tells how many rows it changed.
func Changed(ctx context.Context, q Querier, query string, args ...any) (int64, error) {
	res, err := q.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// JSON writes a value into a TEXT column that no query looks into.
func JSON(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

// FromJSON reads what JSON wrote. Empty text leaves v as it is.
func FromJSON(text string, v any) error {
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), v)
}

var _ Row = (*sql.Rows)(nil)
