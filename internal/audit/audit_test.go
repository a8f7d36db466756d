package audit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func writeEvent(t *testing.T, db *storage.DB, l *Log, e Event) error {
	t.Helper()
	return db.Write(t.Context(), func(tx storage.Querier) error { return l.Write(t.Context(), tx, e) })
}

func listEvents(t *testing.T, l *Log, since time.Time, limit int, cursor string) Page {
	t.Helper()
	p, err := l.List(t.Context(), since, limit, cursor)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRowsAreAppendOnly: the database refuses every way to change or delete a row.
// Rule accounts-audit.
func TestRowsAreAppendOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l := New(db, clocktest.At(start))
		if err := writeEvent(t, db, l, Event{AdminGranted, OperatorActor, "u1", "confirmed"}); err != nil {
			t.Fatal(err)
		}
		eventsBefore := listEvents(t, l, start, 10, "")
		statements := []string{
			`UPDATE audit SET detail = 'other'`,
			`UPDATE audit SET at = at`,
			`DELETE FROM audit`,
			`DELETE FROM audit WHERE event = 'admin.granted'`,
			`INSERT INTO audit (id, at, event, actor_id, subject_id) SELECT id, at, 'x', actor_id, subject_id FROM audit WHERE at > 0 ON CONFLICT (id) DO UPDATE SET event = excluded.event`,
		}
		if db.Engine() == storage.Postgres {
			statements = append(statements, `TRUNCATE audit`)
		} else {
			statements = append(statements, `INSERT OR REPLACE INTO audit (id, at, event, actor_id, subject_id) SELECT id, at, 'x', actor_id, subject_id FROM audit`)
		}
		for _, s := range statements {
			err := db.Write(t.Context(), func(tx storage.Querier) error {
				_, err := tx.ExecContext(t.Context(), s)
				return err
			})
			if err == nil || !strings.Contains(err.Error(), "audit rows cannot be") {
				t.Errorf("%s: %v, want a refusal", s, err)
			}
		}
		if after := listEvents(t, l, start, 10, ""); !slices.Equal(after.Entries, eventsBefore.Entries) {
			t.Errorf("the rows were %v and are %v", eventsBefore.Entries, after.Entries)
		}
	})
}

// TestEventBelongsToItsTransaction: an event of a transaction that is rolled back
// is not stored.
func TestEventBelongsToItsTransaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l, errBack := New(db, clocktest.At(start)), errors.New("back")
		err := db.Write(t.Context(), func(tx storage.Querier) error {
			if err := l.Write(t.Context(), tx, OwnAccountEvent(SignedIn, "u1")); err != nil {
				return err
			}
			return errBack
		})
		if p := listEvents(t, l, start, 10, ""); !errors.Is(err, errBack) || len(p.Entries) > 0 {
			t.Errorf("%v, %v", p, err)
		}
	})
}

// TestPrivateTextIsRefused: addresses, sentences and unknown names cannot be stored. Rule
// accounts-audit.
func TestPrivateTextIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l := New(db, clocktest.At(start))
		for _, e := range []Event{
			{"sign-in of Ada", "u1", "u1", ""}, {"", "u1", "u1", ""},
			{SignedIn, "ada@post.example", "u1", ""}, {SignedIn, "u1", "ada@post.example", ""},
			{SignedIn, "", "u1", ""}, {SignedIn, "u1", "", ""},
			{SignedIn, "u1", "u1", "ada@post.example"}, {SignedIn, "u1", "u1", "two words"}, {SignedIn, "u1", "u1", strings.Repeat("a", 65)},
		} {
			if err := writeEvent(t, db, l, e); !errors.Is(err, errNotPlain) || strings.Contains(err.Error(), "@") {
				t.Errorf("%+v: %v", e, err)
			}
		}
		for _, name := range eventNames {
			if err := writeEvent(t, db, l, Event{name, VisitorActor, core.NewID(start), "all"}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// TestListIsNewestFirst: the list has only events since a time. A cursor continues it without
// gaps or repeats, even among events of the same millisecond.
func TestListIsNewestFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := clocktest.At(start)
		l := New(db, clock)
		for i := range 9 {
			if err := writeEvent(t, db, l, OwnAccountEvent(SignedIn, fmt.Sprint("u", i))); err != nil {
				t.Fatal(err)
			}
			if i%3 == 2 {
				clock.Advance(time.Minute)
			}
		}
		if p := listEvents(t, l, start.Add(time.Minute), 10, ""); len(p.Entries) != 6 || p.NextCursor != "" || !p.Entries[5].At.Equal(start.Add(time.Minute)) {
			t.Errorf("since the second minute: %v", p)
		}
		wholeList := listEvents(t, l, start, 10, "").Entries
		var pieces []Entry
		for next, first := "", true; first || next != ""; first = false {
			p := listEvents(t, l, start, 2, next)
			pieces, next = append(pieces, p.Entries...), p.NextCursor
		}
		if len(wholeList) != 9 || !slices.Equal(wholeList, pieces) || !slices.IsSortedFunc(wholeList, func(a, b Entry) int { return b.At.Compare(a.At) }) {
			t.Errorf("%v, in pieces %v", wholeList, pieces)
		}
		if p := listEvents(t, l, start, 0, ""); len(p.Entries) != 1 {
			t.Errorf("a limit of 0 returns %d", len(p.Entries))
		}
		if _, err := l.List(t.Context(), start, 1, "altered"); !errors.Is(err, errBadCursor) {
			t.Errorf("an altered cursor: %v", err)
		}
	})
}

// TestTwoProcessesWriteOneLog: parallel events of two processes are all stored.
func TestTwoProcessesWriteOneLog(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		firstDB := dbtest.Open(t, o)
		secondDB, err := storage.OpenWithoutLock(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		defer secondDB.Close()
		var wg sync.WaitGroup
		for i := range 40 {
			db := []*storage.DB{firstDB, secondDB}[i%2]
			wg.Go(func() {
				if err := writeEvent(t, db, New(db, core.SystemClock{}), OwnAccountEvent(SignedOut, "u1")); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if p := listEvents(t, New(firstDB, core.SystemClock{}), time.Time{}, MaxPageSize+1, ""); len(p.Entries) != 40 {
			t.Errorf("%d events, want 40", len(p.Entries))
		}
	})
}
