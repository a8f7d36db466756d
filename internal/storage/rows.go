package storage

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
)

// Row is one row of a QueryRow or a Query.
type Row interface{ Scan(dest ...any) error }

// QueryAll runs a query and returns what scan returns for each row.
func QueryAll[T any](ctx context.Context, q Querier, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
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

// ExecCount runs a statement and returns the number of rows that it changed.
func ExecCount(ctx context.Context, q Querier, query string, args ...any) (int64, error) {
	res, err := q.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// ToJSON encodes a value as JSON for a TEXT column.
func ToJSON(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

// FromJSON decodes into v a text that ToJSON has encoded. Empty text leaves v unchanged.
func FromJSON(text string, v any) error {
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), v)
}

// ReadJSON runs a query that returns one JSON text, and decodes the text into v. If there is no
// row, or if the text is empty, v stays unchanged.
func ReadJSON(ctx context.Context, q Querier, v any, query string, args ...any) error {
	var text string
	err := q.QueryRowContext(ctx, query, args...).Scan(&text)
	if IsNoRows(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return FromJSON(text, v)
}

var _ Row = (*sql.Rows)(nil)
