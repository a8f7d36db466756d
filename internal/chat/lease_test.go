package chat_test

import (
	"database/sql"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// execSQL runs a statement through a connection of database/sql.
func execSQL(t *testing.T, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatal(err)
	}
}

// The process that wrote the reply died on another machine, so nothing but the expiry of its
// lease ends the reply. The test measures the time until then. Rule replies-interrupted.
func TestLeaseExpiresAfterACrash(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		ada.Send(id, "Count", "user-a").ReadAll()
		replyID := fetchLastMessage(t, ada, id).ID
		otherDB := dbtest.OpenSQL(t, o)
		execSQL(t, otherDB, `UPDATE messages SET status = 'generating', owner = 'elsewhere.1', lease_until = 5 WHERE id = $1`, replyID)
		wantStatus := func(want string) {
			t.Helper()
			if m := fetchLastMessage(t, ada, id); m.Status != want {
				t.Errorf("the reply is %s, want %s", m.Status, want)
			}
		}
		wantStatus("generating")
		e.Clock.StepWallClock(24 * time.Hour)
		wantStatus("generating")
		e.Clock.Advance(8 * time.Second)
		execSQL(t, otherDB, `UPDATE messages SET lease_until = 6 WHERE id = $1`, replyID)
		wantStatus("generating")
		e.Clock.Advance(8 * time.Second)
		wantStatus("generating")
		e.Clock.Advance(3 * time.Second)
		wantStatus("interrupted")
		e.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("Two.") })
		if s := ada.OpenStream("POST", "/messages/"+id+"/regenerate", nil).ReadAll(); s.Text != "Two." {
			t.Errorf("the retry gave %q", s.Text)
		}
	})
}

// Leases are measured with the monotonic clock, so setting the system clock interrupts no reply.
func TestClockStepsInterruptNoReply(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		for _, step := range []time.Duration{30 * time.Second, -30 * time.Second, 24 * time.Hour, -24 * time.Hour} {
			gate := scriptReplyWithGate(e, "One ", "two.")
			s := ada.Send(id, "Count", "").ReadUntil("One")
			e.Clock.StepWallClock(step)
			for range 3 {
				if m := fetchLastMessage(t, ada, id); m.Status != "generating" {
					t.Errorf("%v: the reply is %+v", step, m)
				}
				ada.OpenStream("GET", "/messages/"+id+"/stream", nil).ReadUntil("One").Close()
			}
			close(gate)
			if s.ReadAll(); s.Text != "One two." || s.Status != "complete" || s.ErrorMessage != "" {
				t.Errorf("%v: the reader has %q, %s, %q", step, s.Text, s.Status, s.ErrorMessage)
			}
			if m := fetchLastMessage(t, ada, id); m.Content != "One two." || m.Status != "complete" {
				t.Errorf("%v: stored is %+v", step, m)
			}
		}
	})
}

// Another process marks a reply as interrupted although its writer still runs. The
// writer overwrites the status, and no text is lost. Rule replies-interrupted.
func TestWriterOverwritesAWrongInterruption(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		gate := scriptReplyWithGate(e, "One ", "two.")
		s := ada.Send(id, "Count", "user-a").ReadUntil("One")
		execSQL(t, dbtest.OpenSQL(t, o), `UPDATE messages SET status = 'interrupted', error_code = 'interrupted' WHERE status = 'generating'`)
		close(gate)
		if s.ReadAll(); s.Text != "One two." || s.Status != "complete" {
			t.Errorf("the reader has %q, %s", s.Text, s.Status)
		}
		if m := fetchLastMessage(t, ada, id); m.Content != "One two." || m.Status != "complete" {
			t.Errorf("stored is %+v", m)
		}
	})
}

// The test writes the stop into the row, as another process does. The writer reads such stops
// once a second.
func TestStopRequestReachesItsWriter(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada := e.NewUser("Mirela")
		id := openChat(t, ada, freeCharacterSlug)
		scriptReplyWithGate(e, "One two three ", "four.")
		s := ada.Send(id, "Count", "user-a").ReadUntil("three")
		execSQL(t, dbtest.OpenSQL(t, o), `UPDATE messages SET stop_seen = 7 WHERE status = 'generating'`)
		if s.ReadAll(); s.Text != "One two" || s.Status != "stopped" {
			t.Errorf("the reader has %q, %s", s.Text, s.Status)
		}
	})
}
