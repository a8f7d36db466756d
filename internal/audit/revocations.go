package audit

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// revokingEvents are the events whose effect must survive the restore of an older backup.
// Rule operations-backup-revocations.
var revokingEvents = []EventName{AccountDeleted, PasswordChanged, PasswordReset, AdminRevoked, CharacterHidden, CharacterShown}

const (
	// revocationRetention is how long the file keeps an event. A restore of a backup older than
	// this may miss revocations.
	revocationRetention = 400 * 24 * time.Hour
)

// Revocations is a file outside the database. It has the events that revoke access, and a restore
// applies them again. Each line is a JSON object with ids and fixed names, without private text.
// Several processes may append to the file.
type Revocations struct {
	path string
	log  *slog.Logger
	mu   sync.Mutex
}

// NewRevocations returns the file in a data directory. The file need not exist yet.
func NewRevocations(dir string, log *slog.Logger) *Revocations {
	return &Revocations{path: filepath.Join(dir, storage.RevocationsFile), log: log}
}

// revocationLine is a line of the file.
type revocationLine struct {
	ID      string    `json:"id"` // id of the row in the table audit
	At      int64     `json:"at"`
	Event   EventName `json:"event"`
	Subject string    `json:"subject"`
	Actor   string    `json:"actor"`
	Detail  string    `json:"detail,omitempty"`
}

func toLine(e Entry) revocationLine {
	return revocationLine{e.ID, core.Millis(e.At), e.Name, e.SubjectID, e.ActorID, e.Detail}
}

func (l revocationLine) entry() Entry {
	return Entry{ID: l.ID, At: core.FromMillis(l.At), Event: Event{Name: l.Event, ActorID: l.Actor, SubjectID: l.Subject, Detail: l.Detail}}
}

// appendAfterCommit appends an event after the commit of its transaction. It only logs an error. SyncWithDatabase
// adds a missing event at the next start, and a restore also reads the table audit.
func (r *Revocations) appendAfterCommit(ctx context.Context, e Entry) {
	if err := r.appendLines([]Entry{e}); err != nil {
		r.log.ErrorContext(ctx, "a revocation is not in the file yet", "error", err.Error())
	}
}

// appendLines appends entries to the file and syncs it. It writes all entries with one call,
// so that lines of several processes do not mix.
func (r *Revocations) appendLines(list []Entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	f, err := os.OpenFile(r.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("audit: revocations: %w", err)
	}
	_, err = f.Write(encodeLines(list))
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("audit: revocations: %w", err)
	}
	return nil
}

// encodeLines returns the entries as lines. The text begins with a line break. Else an incomplete
// last line of the file would merge with the first entry.
func encodeLines(list []Entry) []byte {
	out := []byte("\n")
	for _, e := range list {
		text, err := json.Marshal(toLine(e))
		if err != nil {
			panic(err) // revocationLine has only strings and a number, so encoding cannot fail
		}
		out = append(append(out, text...), '\n')
	}
	return out
}

// ReadRevocations returns the events of a file, in their order, or none if the file does
// not exist. It skips incomplete lines and lines that appendLines cannot have written.
func ReadRevocations(path string) ([]Entry, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("audit: revocations: %w", err)
	}
	defer f.Close()
	var out []Entry
	in := bufio.NewReader(f)
	for {
		text, err := in.ReadBytes('\n')
		if e, is := parseLine(text); is {
			out = append(out, e)
		}
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("audit: revocations: %w", err)
		}
	}
}

// parseLine returns the event of a line. It returns false for a line that appendLines cannot
// have written, such as an incomplete one.
func parseLine(text []byte) (e Entry, ok bool) {
	var l revocationLine
	if json.Unmarshal(text, &l) != nil {
		return e, false
	}
	e = l.entry()
	return e, plainIDPattern.MatchString(e.ID) && e.check() == nil && slices.Contains(revokingEvents, e.Name)
}

// SyncWithDatabase adds to the file the missing events of the table audit, and drops events older than
// revocationRetention. Events are missing from a new file, or if a process died between the commit
// and the write. Call SyncWithDatabase at the start of the service, before other processes append.
func (r *Revocations) SyncWithDatabase(ctx context.Context, db *storage.DB, now time.Time) error {
	fileEntries, err := ReadRevocations(r.path)
	if err != nil {
		return err
	}
	keptSince := now.Add(-revocationRetention)
	tableEntries, err := revocationsSince(ctx, db.Reader(), keptSince)
	if err != nil {
		return err
	}
	keptEntries := slices.DeleteFunc(MergeEntries(fileEntries, tableEntries), func(e Entry) bool { return e.At.Before(keptSince) })
	if len(fileEntries) > 0 && slices.Equal(keptEntries, fileEntries) {
		return nil
	}
	return r.replaceFile(keptEntries)
}

// replaceFile replaces the file with one that has the given entries.
func (r *Revocations) replaceFile(list []Entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	f, err := os.OpenFile(r.path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("audit: revocations: %w", err)
	}
	_, err = f.Write(encodeLines(list))
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(r.path+".new", r.path)
	}
	if err != nil {
		return fmt.Errorf("audit: revocations: %w", err)
	}
	return nil
}

// MergeEntries returns the entries of several lists, each id once, the oldest first.
func MergeEntries(lists ...[]Entry) []Entry {
	allEntries, seenIDs := slices.Concat(lists...), map[string]bool{}
	allEntries = slices.DeleteFunc(allEntries, func(e Entry) bool {
		isSeen := seenIDs[e.ID]
		seenIDs[e.ID] = true
		return isSeen
	})
	slices.SortStableFunc(allEntries, func(a, b Entry) int { return a.At.Compare(b.At) })
	return allEntries
}

// StoredRevocations returns the revoking events in the table of a database, the oldest first.
func StoredRevocations(ctx context.Context, db *storage.DB) ([]Entry, error) {
	return revocationsSince(ctx, db.Reader(), time.UnixMilli(0))
}

// MissingEntries returns those entries of a list that are not in the table of a database.
func MissingEntries(ctx context.Context, db *storage.DB, list []Entry) ([]Entry, error) {
	storedEntries, err := StoredRevocations(ctx, db)
	if err != nil {
		return nil, err
	}
	storedIDs := map[string]bool{}
	for _, e := range storedEntries {
		storedIDs[e.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(e Entry) bool { return storedIDs[e.ID] }), nil
}

// InsertEntry stores an entry of another database, with its id and time.
func InsertEntry(ctx context.Context, tx storage.Querier, e Entry) error {
	if err := e.check(); err != nil {
		return err
	}
	return insertEntry(ctx, tx, e)
}
