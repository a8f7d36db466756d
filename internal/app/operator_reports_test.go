package app_test

import (
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/config"
	"colloquy/internal/storage"
)

// TestOperatorSeesWhatIsReported: on both engines the operator sees the author and the
// character of a reported comment, and the character of a reported reply.
// rule operations-moderation
func TestOperatorSeesWhatIsReported(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, db storage.Options) {
		e := apptest.Start(t, db)
		ada := e.NewUser("Ada")
		id, _ := postComment(e, ada, "Rude words", "")
		executeSQL(t, e, `INSERT INTO reports (ticket, user_id, comment_id, author_id, body, reason, created_at) VALUES ('R-1', 'u', '`+id+`', '`+ada.UserID+`', 'Rude words', 'Rude', 3)`)
		executeSQL(t, e, `INSERT INTO reports (ticket, user_id, comment_id, author_id, body, reason, created_at) VALUES ('R-2', 'u', 'gone', '', 'Gone words', 'Rude', 2)`)
		executeSQL(t, e, `INSERT INTO message_reports (ticket, user_id, message_id, character_id, body, reason, created_at) VALUES ('R-3', 'u', 'm', 20, 'Private words', 'Wrong', 1)`)
		o, err := app.OpenOperator(t.Context(), config.Config{DataDir: db.DataDir, DatabaseURL: config.Secret(db.URL)})
		if err != nil {
			t.Fatal(err)
		}
		defer o.Close()
		list, err := o.Reports(t.Context(), 10)
		if err != nil || len(list) != 3 {
			t.Fatalf("%+v, %v", list, err)
		}
		for i, want := range []app.Report{{Ticket: "R-1", AuthorEmail: ada.Email, CharacterName: "Ada Lovelace"}, {Ticket: "R-2"}, {Ticket: "R-3", CharacterName: "Ada Lovelace"}} {
			if got := list[i]; got.Ticket != want.Ticket || got.AuthorEmail != want.AuthorEmail || got.CharacterName != want.CharacterName {
				t.Errorf("%+v, want %+v", got, want)
			}
		}
		if one, found, err := o.Report(t.Context(), "R-3"); err != nil || !found || one.ReportedText != "Private words" || one.CharacterName != "Ada Lovelace" {
			t.Errorf("%+v, %v, %v", one, found, err)
		}
		if n := countRows(t, e, "audit WHERE event = 'report.shown' AND detail = 'R-3'"); n != 1 {
			t.Errorf("%d events", n)
		}
	})
}
