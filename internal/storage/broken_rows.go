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

// BrokenRowError reports that the JSON of a row cannot be read. It names the row and
// does not contain the text.
type BrokenRowError struct {
	Row      string // table and id
	textHash uint64 // hash of the text, to notice a change
}

// Error names the row.
func (e *BrokenRowError) Error() string { return "storage: the JSON of " + e.Row + " cannot be read" }

var textHashSeed = maphash.MakeSeed()

// DecodeRow decodes text into v. text is the JSON of a row; table and id name the row. If text is
// empty, null, not JSON or of another type than v, the error is a *BrokenRowError.
func DecodeRow(table, id, text string, v any) error {
	if err := json.Unmarshal([]byte(text), v); err != nil || strings.TrimSpace(text) == "null" {
		return &BrokenRowError{table + " " + id, maphash.String(textHashSeed, text)}
	}
	return nil
}

// BrokenRowLog logs rows whose JSON cannot be read. It logs a row once, and again only if
// its text has changed. It is safe for concurrent use.
type BrokenRowLog struct {
	Log *slog.Logger // nil: slog.Default

	mu           sync.Mutex
	loggedHashes map[string]uint64 // by row: a hash of the row's JSON
}

// maxLoggedRows is the most rows that a BrokenRowLog remembers. At this number it forgets
// all of them, so rows may be logged again.
const maxLoggedRows = 10_000

// LogIfBroken reports whether err is a *BrokenRowError, and if so logs its row.
func (b *BrokenRowLog) LogIfBroken(ctx context.Context, err error) bool {
	var broken *BrokenRowError
	if !errors.As(err, &broken) {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if sum, logged := b.loggedHashes[broken.Row]; logged && sum == broken.textHash {
		return true
	}
	if b.loggedHashes == nil || len(b.loggedHashes) >= maxLoggedRows {
		b.loggedHashes = map[string]uint64{}
	}
	b.loggedHashes[broken.Row] = broken.textHash
	log := b.Log
	if log == nil {
		log = slog.Default()
	}
	log.ErrorContext(ctx, "row left out: its JSON cannot be read", "row", broken.Row)
	return true
}

// QueryAllReadable is like QueryAll, but logs the rows for which scan returns a *BrokenRowError
// and leaves them out.
func QueryAllReadable[T any](ctx context.Context, q Querier, b *BrokenRowLog, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	var out []T
	_, err := QueryAll(ctx, q, func(r Row) (struct{}, error) {
		v, err := scan(r)
		if err == nil {
			out = append(out, v)
		} else if b.LogIfBroken(ctx, err) {
			err = nil
		}
		return struct{}{}, err
	}, query, args...)
	return out, err
}
