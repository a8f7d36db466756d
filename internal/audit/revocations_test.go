package audit

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/core/clocktest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

func newRevocations(t *testing.T) *Revocations {
	return NewRevocations(t.TempDir(), slog.New(slog.DiscardHandler))
}

// recordedRevocations returns the events of the file as "name subject".
func recordedRevocations(t *testing.T, r *Revocations) (out []string) {
	t.Helper()
	list, err := ReadRevocations(r.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		out = append(out, string(e.Name)+" "+e.SubjectID)
	}
	return out
}

// rule operations-backup-revocations
func TestRevocationsAreRecordedAfterTheCommit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		r := newRevocations(t)
		l := New(db, clocktest.At(start)).WithRevocations(r)
		if got := recordedRevocations(t, r); len(got) > 0 {
			t.Errorf("without a file: %v", got)
		}
		errRollback := errors.New("back")
		if err := db.Write(t.Context(), func(tx storage.Querier) error {
			return errors.Join(l.Write(t.Context(), tx, OwnAccountEvent(AccountDeleted, "u0")), errRollback)
		}); !errors.Is(err, errRollback) {
			t.Fatal(err)
		}
		for _, e := range []Event{OwnAccountEvent(AccountDeleted, "u1"), OwnAccountEvent(SignedIn, "u2"), OwnAccountEvent(PasswordReset, "u3")} {
			if err := writeEvent(t, db, l, e); err != nil {
				t.Fatal(err)
			}
		}
		if got := recordedRevocations(t, r); !slices.Equal(got, []string{"account.deleted u1", "password.reset u3"}) {
			t.Errorf("recorded %v", got)
		}
		if info, err := os.Stat(r.path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
		list, err := ReadRevocations(r.path)
		if err != nil {
			t.Fatal(err)
		}
		if missing, err := MissingEntries(t.Context(), db, list); err != nil || len(missing) > 0 {
			t.Errorf("missing in the table: %v, %v", missing, err)
		}
	})
}

// TestStartAddsWhatACrashLeftOut: SyncWithDatabase adds the events that only the table has. The file may
// be new or end with an incomplete line. SyncWithDatabase also drops old lines. rule
// operations-backup-revocations
func TestStartAddsWhatACrashLeftOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := clocktest.At(start)
		plainLog, r := New(db, clock), newRevocations(t)
		wantAfterSync := func(want ...string) {
			t.Helper()
			if err := r.SyncWithDatabase(t.Context(), db, clock.Now()); err != nil {
				t.Fatal(err)
			}
			if got := recordedRevocations(t, r); !slices.Equal(got, want) {
				t.Errorf("recorded %v, want %v", got, want)
			}
		}
		wantAfterSync()
		if err := writeEvent(t, db, plainLog, OwnAccountEvent(AccountDeleted, "u1")); err != nil {
			t.Fatal(err)
		}
		wantAfterSync("account.deleted u1")
		f, err := os.OpenFile(r.path, os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			_, err = f.WriteString(`{"id":"x","at":1,"event":"account.del`)
		}
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		clock.Advance(48 * time.Hour)
		if err := writeEvent(t, db, plainLog.WithRevocations(r), OwnAccountEvent(AdminRevoked, "u2")); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Hour)
		if err := writeEvent(t, db, plainLog, OwnAccountEvent(PasswordChanged, "u3")); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			wantAfterSync("account.deleted u1", "admin.revoked u2", "password.changed u3")
		}
		clock.Advance(revocationRetention - 47*time.Hour)
		wantAfterSync("admin.revoked u2", "password.changed u3")
	})
}

func TestForeignLinesAreLeftOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "revocations.jsonl")
	lines := []string{
		"", "no JSON", strings.Repeat("\x00", 200_000), `{}`, `[]`, `{"id":"a","at":1,"event":"sign-in","subject":"u1","actor":"u1"}`,
		`{"id":"a b","at":1,"event":"account.deleted","subject":"u1","actor":"u1"}`, `{"id":"a","at":1,"event":"account.deleted","subject":"'; --","actor":"u1"}`,
		`{"id":"b","at":1,"event":"account.deleted","subject":"u2","actor":"u2"}`,
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := ReadRevocations(path)
	if err != nil || len(list) != 1 || list[0].SubjectID != "u2" {
		t.Errorf("%v, %v", list, err)
	}
}

// TestProcessesAppendWholeLines: two processes append two hundred lines in parallel.
func TestProcessesAppendWholeLines(t *testing.T) {
	firstProcess := newRevocations(t)
	secondProcess := NewRevocations(filepath.Dir(firstProcess.path), slog.New(slog.DiscardHandler))
	var wg sync.WaitGroup
	for i := range 200 {
		r := []*Revocations{firstProcess, secondProcess}[i%2]
		wg.Go(func() {
			r.appendAfterCommit(t.Context(), Entry{ID: fmt.Sprint("id", i), At: start, Event: OwnAccountEvent(AccountDeleted, fmt.Sprint("u", i))})
		})
	}
	wg.Wait()
	if got := recordedRevocations(t, firstProcess); len(got) != 200 {
		t.Errorf("%d lines, want 200", len(got))
	}
}
