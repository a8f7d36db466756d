package app_test

import (
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestANewCharacterIsAnnounced: of a character that a start brings into the
// catalogue those are told who follow one of its category (decisions §5).
func TestANewCharacterIsAnnounced(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada, bo := e.User("Ada"), e.User("Bo")
		ada.Do("POST", "/profile/20/follow", nil).Want(200)
		bo.Do("POST", "/profile/22/follow", nil).Want(200)
		e.Stop()
		count := `SELECT (SELECT count(*) FROM notifications) + (SELECT count(*) FROM jobs WHERE kind = 'social.new-characters')`
		if n := change(t, o, count,
			`UPDATE characters SET category = (SELECT category FROM characters WHERE character_id = 64) WHERE character_id = 20`,
			`DELETE FROM characters WHERE character_id = 64`, `DELETE FROM announced_characters WHERE character_id = 64`); n != 0 {
			t.Errorf("%d notices and jobs before anybody is new", n)
		}
		apptest.Start(t, o).Stop()
		if n := change(t, o, count); n != 1 {
			t.Errorf("%d notices and jobs, want one of them", n)
		}
		if n := change(t, o, `SELECT count(*) FROM announced_characters WHERE character_id = 64`); n != 1 {
			t.Error("the new character is not remembered")
		}
	})
}

// change asks a database for one number while no application has it, and then
// runs statements.
func change(t *testing.T, o storage.Options, query string, statements ...string) (n int) {
	t.Helper()
	db, err := storage.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Read().QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	err = db.Write(t.Context(), func(tx storage.Querier) error {
		for _, s := range statements {
			if _, err := tx.ExecContext(t.Context(), s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
