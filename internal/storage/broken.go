package storage

import (
	"context"
	"encoding/json"
	"errors"
	"hash/maphash"
	"log/slog"
	"strings"
	"sync"
)

// BrokenError says that the JSON in a row cannot be read. It names the row and
// never holds the text.
type BrokenError struct {
	Row string // the table and the id
	sum uint64 // of the text
}

// Error names the row.
func (e *BrokenError) Error() string { return "storage: the JSON of " + e.Row + " cannot be read" }

var brokenSeed = maphash.MakeSeed()

// Decode reads the JSON of a row, which table and id name. Text that is no JSON,
// of another shape, empty or null is a *BrokenError.
func Decode(table, id, text string, v any) error {
	if err := json.Unmarshal([]byte(text), v); err != nil || strings.TrimSpace(text) == "null" {
		return &BrokenError{table + " " + id, maphash.String(brokenSeed, text)}
	}
	return nil
}

// Broken tells the log of rows whose JSON cannot be read: of each row once, and
// again when its text has changed.
type Broken struct {
	Log *slog.Logger // nil: slog.Default

	mu   sync.Mutex
	told map[string]uint64
}

// mostTold bounds how many rows are remembered.
const mostTold = 10_000

// Is tells whether err is about a broken row, which it then logs.
func (b *Broken) Is(ctx context.Context, err error) bool {
	var broken *BrokenError
	if !errors.As(err, &broken) {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if sum, told := b.told[broken.Row]; told && sum == broken.sum {
		return true
	}
	if b.told == nil || len(b.told) >= mostTold {
		b.told = map[string]uint64{}
	}
	b.told[broken.Row] = broken.sum
	log := b.Log
	if log == nil {
		log = slog.Default()
	}
	log.ErrorContext(ctx, "a row is left out: its JSON cannot be read", "row", broken.Row)
	return true
}

// Readable is All without the rows whose JSON cannot be read.
func Readable[T any](ctx context.Context, q Querier, b *Broken, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	var out []T
	_, err := All(ctx, q, func(r Row) (struct{}, error) {
		v, err := scan(r)
		if err == nil {
			out = append(out, v)
		} else if b.Is(ctx, err) {
			err = nil
		}
		return struct{}{}, err
	}, query, args...)
	return out, err
}
