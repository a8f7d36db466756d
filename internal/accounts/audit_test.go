package accounts

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// enableAuditLog makes the Service store its audit events in the database of the harness.
func (b *harness) enableAuditLog() {
	b.deps.Audit = audit.New(b.deps.DB, b.clock)
}

// auditedEvents returns the stored events as "name actor subject detail", the oldest first.
func (b *harness) auditedEvents() []string {
	b.t.Helper()
	page, err := audit.New(b.deps.DB, b.clock).List(b.t.Context(), time.Time{}, audit.MaxPageSize, "")
	if err != nil {
		b.t.Fatal(err)
	}
	var out []string
	for _, e := range slices.Backward(page.Entries) {
		out = append(out, strings.TrimSpace(fmt.Sprint(e.Name, " ", e.ActorID, " ", e.SubjectID, " ", e.Detail)))
	}
	return out
}

func (b *harness) wantAuditedEvents(want ...string) {
	b.t.Helper()
	if got := b.auditedEvents(); !slices.Equal(got, want) {
		b.t.Errorf("the audit log has\n%q, want\n%q", got, want)
	}
}

// TestAccountEventsAreAudited checks the actor and the subject of each event. Rule
// accounts-audit.
func TestAccountEventsAreAudited(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.enableAuditLog()
		// The clock advances between the steps, so that the order of the events is certain.
		advanceSecond := func() { b.clock.Advance(time.Second) }
		u := b.register(adaEmail)
		advanceSecond()
		s := b.login(adaEmail)
		advanceSecond()
		secondSignIn := b.login(adaEmail)
		advanceSecond()
		if err := b.Logout(t.Context(), homeNetwork, s.Bearer, s.Cookie); err != nil {
			t.Fatal(err)
		}
		advanceSecond()
		if err := b.Logout(t.Context(), homeNetwork, s.Bearer, s.Cookie); err != nil {
			t.Fatal(err)
		}
		if err := b.Logout(t.Context(), homeNetwork, "", secondSignIn.Cookie); err != nil {
			t.Fatal(err)
		}
		b.wantAuditedEvents("account.registered "+u.ID+" "+u.ID, "sign-in.new-device "+u.ID+" "+u.ID, "sign-in "+u.ID+" "+u.ID,
			"sign-out "+u.ID+" "+u.ID, "sign-out "+u.ID+" "+u.ID)
		if text := b.dumpTable("audit"); strings.Contains(text, "@") || strings.Contains(text, "Ada") {
			t.Errorf("private text: %s", text)
		}
	})
}

// TestRefusedSignInsAreAuditedOnceAMinute: two processes get a burst of wrong passwords for one
// account, from two hundred networks. The audit log gets one row. A burst for an unknown address
// adds no row. Rule accounts-audit.
func TestRefusedSignInsAreAuditedOnceAMinute(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		u := b.register(adaEmail)
		for _, p := range processes {
			p.deps.Audit = audit.New(b.deps.DB, b.clock)
		}
		attackAccount := func(email string) {
			runParallel(parallelCalls, func(i int) {
				_, err := processes[i%2].Login(t.Context(), Caller{Network: numberedNetwork(i)}, email, "not-the-one-1")
				if !errors.Is(err, errWrongPassword) && !errors.Is(err, errUnknownUser) && !errors.Is(err, errTooManyAttempts) {
					t.Errorf("%s: %v", email, err)
				}
			})
		}
		attackAccount(adaEmail)
		attackAccount("nobody@post.example")
		row := "sign-in.refused visitor " + u.ID
		b.wantAuditedEvents(row)
		b.clock.Advance(30 * time.Second)
		attackAccount(adaEmail)
		b.wantAuditedEvents(row)
		b.clock.Advance(2 * time.Minute)
		attackAccount(adaEmail)
		b.wantAuditedEvents(row, row)
	})
}

// TestWrongPasswordsOfANetworkAreNotAudited: a network guesses passwords of many accounts and is
// refused. The audit log gets no row, because the refusal concerns no single account.
func TestWrongPasswordsOfANetworkAreNotAudited(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.register(adaEmail)
		b.enableAuditLog()
		for range failuresPerNetwork {
			if _, err := b.deps.Limits.Take(t.Context(), limits.ByNetwork(networkLimitKey, otherNetwork, failuresPerNetwork, time.Hour)...); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.loginWithWrongPassword(otherNetwork, adaEmail); !errors.Is(err, errTooManyAttempts) {
			t.Errorf("got %v, want a full limit", err)
		}
		b.wantAuditedEvents()
	})
}

// TestEventsThatCannotBeStoredUndoTheirCause: if the event cannot be stored, the
// registration, sign-in, sign-out or grant fails too. Rule accounts-audit.
func TestEventsThatCannotBeStoredUndoTheirCause(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.enableAuditLog()
		u := b.register(adaEmail)
		s := b.login(adaEmail)
		b.execSQL(`ALTER TABLE audit RENAME TO audit_away`)
		users, sessions := b.countRows("users"), b.countRows("auth_sessions")
		if _, err := b.Register(t.Context(), homeNetwork, Registration{"Bo", "bo@post.example", goodPassword}); err == nil {
			t.Error("registered")
		}
		if _, err := b.loginFrom(Caller{Network: homeNetwork}, adaEmail); err == nil {
			t.Error("signed in")
		}
		if err := b.Logout(t.Context(), homeNetwork, s.Bearer, ""); err == nil {
			t.Error("signed out")
		}
		if _, err := NewOperator(b.deps).GrantAdmin(t.Context(), adaEmail); err == nil {
			t.Error("granted")
		}
		b.execSQL(`ALTER TABLE audit_away RENAME TO audit`)
		if b.countRows("users") != users || b.countRows("auth_sessions") != sessions {
			t.Error("something was stored without its event")
		}
		if me, err := b.store.userByID(t.Context(), b.deps.DB.Reader(), u.ID); err != nil || me.IsAdmin {
			t.Errorf("%+v, %v", me, err)
		}
	})
}

// TestChangesOfAnAccountAreAudited: a change of the address, the password or the sessions of
// an account, and its deletion, store one row each. Rule accounts-audit.
func TestChangesOfAnAccountAreAudited(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		in := b.login(adaEmail)
		b.login(adaEmail)
		b.enableAuditLog()
		for _, act := range []struct {
			event audit.EventName
			do    func() error
		}{
			{audit.EmailConfirmed, func() error {
				return b.ConfirmEmail(t.Context(), homeNetwork, b.actorOf(in), b.lastToken(adaEmail, "verify-email"))
			}},
			{audit.EmailChanged, func() error {
				b.requestEmailChange(b.actorOf(in), "ada.new@post.example")
				return b.ConfirmEmail(t.Context(), homeNetwork, b.actorOf(in), b.lastToken("ada.new@post.example", "verify-email"))
			}},
			{audit.SessionsEnded, func() error { return b.EndOtherSessions(t.Context(), homeNetwork, b.actorOf(in)) }},
			{audit.PasswordChanged, func() error { return b.changePassword(b.actorOf(in), goodPassword, newPassword, newPassword) }},
			{audit.EmailReverted, func() error {
				return b.RevertEmail(t.Context(), homeNetwork, b.lastToken(adaEmail, "revert-email"))
			}},
			{audit.PasswordReset, func() error {
				_, token := b.requestResetMail()
				return b.ResetByLink(t.Context(), homeNetwork, token, goodPassword)
			}},
			{audit.AccountDeleted, func() error {
				return b.deps.DB.Write(t.Context(), func(tx storage.Querier) error {
					_, err := b.Remove(t.Context(), tx, u.ID)
					return err
				})
			}},
		} {
			b.clock.Advance(time.Minute)
			eventsBefore := b.auditedEvents()
			if err := act.do(); err != nil {
				t.Fatalf("%s: %v", act.event, err)
			}
			if got := b.auditedEvents()[len(eventsBefore):]; !slices.Equal(got, []string{fmt.Sprintf("%s %s %s", act.event, u.ID, u.ID)}) {
				t.Errorf("%s: the audit log got %q", act.event, got)
			}
		}
	})
}
