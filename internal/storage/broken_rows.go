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

// BrokenError reports that the JSON of a row cannot be read. It names the row and
// does not contain the text.
type BrokenError struct {
	Row string // table and id
	sum uint64 // hash of the text
}

// Error names the row.
func (e *BrokenError) Error() string { return "storage: the JSON of " + e.Row + " cannot be read" }

var hashSeed = maphash.MakeSeed()

// Decode reads the JSON of the row with the given table and id into v. It returns a
// *BrokenError if text is empty, null, not JSON or of another type.
func Decode(table, id, text string, v any) error {
	if err := json.Unmarshal([]byte(text), v); err != nil || strings.TrimSpace(text) == "null" {
		return &BrokenError{table + " " + id, maphash.String(hashSeed, text)}
	}
	return nil
}

// Broken logs rows whose JSON cannot be read: each row once, and again if its text
// changes. It is safe for concurrent use.
type Broken struct {
	Log *slog.Logger // nil: slog.Default

	mu     sync.Mutex
	logged map[string]uint64 // hash of the text by row
}

// maxLoggedRows limits the rows of which Broken remembers that they were logged.
const maxLoggedRows = 10_000

// Is reports whether err is a *BrokenError, and logs its row.
func (b *Broken) Is(ctx context.Context, err error) bool {
	var broken *BrokenError
	if !errors.As(err, &broken) {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if sum, logged := b.logged[broken.Row]; logged && sum == broken.sum {
		return true
	}
	if b.logged == nil || len(b.logged) >= maxLoggedRows {
		b.logged = map[string]uint64{}
	}
	b.logged[broken.Row] = broken.sum
	log := b.Log
	if log == nil {
		log = slog.Default()
	}
	log.ErrorContext(ctx, "row left out: its JSON cannot be read", "row", broken.Row)
	return true
}

// Readable is like All, but leaves out the rows for which scan returns a *BrokenError,
// and logs them.
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
