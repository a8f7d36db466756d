package app_test

import (
	"sync"
	"testing"
	"time"

	"colloquy/internal/accounts"
	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// TestRunningServerObeysTheOperator: the operator changes the data of a running application. The next call
// to the application uses the change. The list of events has the id of a deleted account. Rules
// accounts-admin, accounts-audit.
func TestRunningServerObeysTheOperator(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, db storage.Options) {
		e := apptest.Start(t, db)
		ada := e.NewUser("Ada")
		o, err := app.OpenOperator(t.Context(), config.Config{DataDir: db.DataDir, DatabaseURL: config.Secret(db.URL)})
		if err != nil {
			t.Fatal(err)
		}
		defer o.Close()
		adminChange, err := o.GrantAdmin(t.Context(), ada.Email)
		if err != nil {
			t.Fatal(err)
		}
		var me struct {
			ID      string
			IsAdmin bool `json:"is_admin"`
		}
		ada.Do("GET", "/auth/me", nil).Want(200).Into(&me)
		if !me.IsAdmin || me.ID != adminChange.User.ID {
			t.Errorf("the server answers %+v after %+v", me, adminChange)
		}
		firstEntries, err := o.AuditEntries(t.Context(), time.Hour, 1)
		if err != nil || len(firstEntries) != 1 || firstEntries[0].Actor != "" || firstEntries[0].ActorID != "operator" || firstEntries[0].Subject != ada.Email {
			t.Errorf("%+v, %v", firstEntries, err)
		}
		executeSQL(t, e, `DELETE FROM users`)
		allEntries, err := o.AuditEntries(t.Context(), time.Hour, 5000)
		if err != nil || len(allEntries) != 3 || allEntries[0].Subject != "" || allEntries[0].SubjectID != me.ID {
			t.Errorf("after the deletion: %+v, %v", allEntries, err)
		}
	})
}

// TestTwoProcessesObeyTheOperator: the operator changes the rights of an administrator. The next
// call to each of two servers uses the new rights, wherever the session began. Rule accounts-admin.
func TestTwoProcessesObeyTheOperator(t *testing.T) {
	db := apptest.Postgres(t)
	p := newProcessPair(t, db, 1)
	o, err := app.OpenOperator(t.Context(), config.Config{DataDir: t.TempDir(), DatabaseURL: config.Secret(db.URL)})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for _, want := range []bool{true, false, true} {
		changeAdmin := o.RevokeAdmin
		if want {
			changeAdmin = o.GrantAdmin
		}
		if _, err := changeAdmin(t.Context(), p.people[0].Email); err != nil {
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

// TestGrantsInParallelAddUp: on both engines several parallel commands extend one access. The
// stored row has no price and no invoice. Rule payment-grant-access.
func TestGrantsInParallelAddUp(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, db storage.Options) {
		e := apptest.Start(t, db, apptest.WithPayment)
		ada := e.NewUser("Ada")
		o, err := app.OpenOperator(t.Context(), config.Config{DataDir: db.DataDir, DatabaseURL: config.Secret(db.URL)})
		if err != nil {
			t.Fatal(err)
		}
		defer o.Close()
		startTime := time.Now()
		const commands, days = 8, 10
		var wg sync.WaitGroup
		for range commands {
			for _, character := range []string{"64", app.EveryCharacter} {
				wg.Go(func() {
					if _, err := o.GrantAccess(t.Context(), ada.Email, character, days); err != nil {
						t.Error(err)
					}
				})
			}
		}
		wg.Wait()
		var me struct {
			IsPaid       bool   `json:"is_paid"`
			Subscription string `json:"subscription_status"`
			Purchases    []struct {
				CharacterID int       `json:"character_id"`
				ExpiryAt    time.Time `json:"expiry_at"`
			} `json:"user_purchase"`
		}
		ada.Do("GET", "/auth/me", nil).Want(200).Into(&me)
		if !me.IsPaid || me.Subscription != "active" || len(me.Purchases) != 2 {
			t.Fatalf("%+v", me)
		}
		for _, p := range me.Purchases {
			if want := startTime.AddDate(0, 0, commands*days); p.ExpiryAt.Sub(want).Abs() > time.Minute {
				t.Errorf("character %d is open until %v, want %v", p.CharacterID, p.ExpiryAt, want)
			}
		}
		if n := countRows(t, e, "purchases WHERE provider = 'grant' AND amount = 0 AND status = 'active' AND days = 80"); n != 2 {
			t.Errorf("%d rows of grants", n)
		}
		if n := countRows(t, e, "invoices"); n != 0 {
			t.Errorf("%d invoices", n)
		}
		if n := countRows(t, e, "audit WHERE event = 'access.granted'"); n != 2*commands {
			t.Errorf("%d events", n)
		}
		if _, err := o.GrantAccess(t.Context(), ada.Email, "64", 3600); core.KindOf(err) != core.Invalid {
			t.Errorf("80 and 3600 days: %v", err)
		}
		executeSQL(t, e, `DELETE FROM users`)
		if _, err := o.GrantAccess(t.Context(), ada.Email, "64", 1); !accounts.IsUnknownAddress(err) {
			t.Errorf("a deleted account: %v", err)
		}
	})
}
