package app_test

import (
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/config"
	"colloquy/internal/storage"
)

// TestOperatorBesideAServer: on both engines the operator works on the data of a
// running application, which obeys with its next call. Events of a deleted account
// are listed with its id. Rules accounts-admin, accounts-audit.
func TestOperatorBesideAServer(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, db storage.Options) {
		e := apptest.Start(t, db)
		ada := e.User("Ada")
		o, err := app.OpenOperator(t.Context(), config.Config{DataDir: db.DataDir, DatabaseURL: config.Secret(db.URL)})
		if err != nil {
			t.Fatal(err)
		}
		defer o.Close()
		done, err := o.Grant(t.Context(), ada.Email)
		if err != nil {
			t.Fatal(err)
		}
		var me struct {
			ID      string
			IsAdmin bool `json:"is_admin"`
		}
		ada.Do("GET", "/auth/me", nil).Want(200).Into(&me)
		if !me.IsAdmin || me.ID != done.User.ID {
			t.Errorf("the server answers %+v after %+v", me, done)
		}
		first, err := o.Audit(t.Context(), time.Hour, 1)
		if err != nil || len(first) != 1 || first[0].Actor != "" || first[0].ActorID != "operator" || first[0].Subject != ada.Email {
			t.Errorf("%+v, %v", first, err)
		}
		executeSQL(t, e, `DELETE FROM users`)
		all, err := o.Audit(t.Context(), time.Hour, 5000)
		if err != nil || len(all) != 3 || all[0].Subject != "" || all[0].SubjectID != me.ID {
			t.Errorf("after the deletion: %+v, %v", all, err)
		}
	})
}

// TestTwoProcessesObeyTheOperator: each of two servers knows the new administrator
// with its next call, also a session that began at the other one. Rule
// accounts-admin.
func TestTwoProcessesObeyTheOperator(t *testing.T) {
	db := apptest.Postgres(t)
	p := newPair(t, db, 1)
	o, err := app.OpenOperator(t.Context(), config.Config{DataDir: t.TempDir(), DatabaseURL: config.Secret(db.URL)})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for _, want := range []bool{true, false, true} {
		change := o.Revoke
		if want {
			change = o.Grant
		}
		if _, err := change(t.Context(), p.people[0].Email); err != nil {
			t.Fatal(err)
		}
		for process := range 2 {
			var me struct {
				IsAdmin bool `json:"is_admin"`
			}
			p.client(process, 0).Do("GET", "/auth/me", nil).Want(200).Into(&me)
			if me.IsAdmin != want {
				t.Errorf("process %d: administrator %v, want %v", process, me.IsAdmin, want)
			}
		}
	}
}
