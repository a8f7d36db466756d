package accounts

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/httpx"
)

// operator returns an Operator that stores its audit events in the database.
func (b *harness) operator() *Operator {
	d := b.deps
	d.Audit = audit.New(d.DB, b.clock)
	return NewOperator(d)
}

// TestGrantNeedsAVerifiedAccount: only an account that counts as verified becomes an administrator.
// The result says why the account counts as verified. Rules accounts-admin, accounts-verified.
func TestGrantNeedsAVerifiedAccount(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		for _, c := range []struct {
			confirmed, must, hasMailServer bool
			want                           VerifiedReason
		}{
			{false, true, true, ""},
			{true, true, true, VerifiedByConfirmation},
			{true, false, false, VerifiedByConfirmation},
			{false, false, true, VerifiedAsEarlierAccount},
			{false, true, false, VerifiedWithoutMail},
		} {
			b.execSQL(`UPDATE users SET is_admin = FALSE, must_verify = $1, email_verified_at = CASE WHEN $2 THEN 1 END WHERE id = $3`, c.must, c.confirmed, u.ID)
			b.deps.HasMailServer = c.hasMailServer
			got, err := b.operator().GrantAdmin(t.Context(), " ADA@Post.Example ")
			if c.want == "" {
				if !errors.Is(err, ErrNotVerified) {
					t.Errorf("%+v: %+v, %v", c, got, err)
				}
				b.wantAuditedEvents()
				continue
			}
			if err != nil || !got.HasChanged || got.VerifiedBy != c.want || got.AdminCount != 1 || !got.User.IsAdmin {
				t.Errorf("%+v: %+v, %v", c, got, err)
			}
			if list := b.auditedEvents(); !strings.Contains(strings.Join(list, "\n"), "admin.granted operator "+u.ID+" "+string(c.want)) {
				t.Errorf("%+v: the audit log has %q", c, list)
			}
		}
	})
}

// TestRevokeAllowsTheLastAdministrator: the rights of the last administrator can be revoked. A
// repeated grant or revocation stores no event. Rule accounts-admin.
func TestRevokeAllowsTheLastAdministrator(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.deps.HasMailServer = false
		o := b.operator()
		u := b.register(adaEmail)
		for i, step := range []struct {
			do      func(context.Context, string) (AdminChange, error)
			changed bool
			admins  int
		}{{o.GrantAdmin, true, 1}, {o.GrantAdmin, false, 1}, {o.RevokeAdmin, true, 0}, {o.RevokeAdmin, false, 0}} {
			b.clock.Advance(time.Second)
			got, err := step.do(t.Context(), adaEmail)
			if err != nil || got.HasChanged != step.changed || got.AdminCount != step.admins || got.User.ID != u.ID {
				t.Errorf("step %d: %+v, %v", i, got, err)
			}
			if list, err := o.Admins(t.Context()); err != nil || len(list) != step.admins {
				t.Errorf("step %d: %v, %v", i, list, err)
			}
		}
		b.wantAuditedEvents("admin.granted operator "+u.ID+" no-mail", "admin.revoked operator "+u.ID)
		for _, do := range []func(context.Context, string) (AdminChange, error){o.GrantAdmin, o.RevokeAdmin} {
			if _, err := do(t.Context(), "ada@post.exampel"); !IsUnknownAddress(err) {
				t.Errorf("an unknown address: %v", err)
			}
		}
	})
}

// TestParallelGrantsAreOneEvent: of many grants in two processes, one changes the account
// and stores an event.
func TestParallelGrantsAreOneEvent(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		var changed atomic.Int64
		var operators []*Operator
		for _, p := range processes {
			d := p.deps
			d.HasMailServer, d.Audit = false, audit.New(d.DB, b.clock)
			operators = append(operators, NewOperator(d))
		}
		runParallel(40, func(i int) {
			c, err := operators[i%2].GrantAdmin(t.Context(), adaEmail)
			if err != nil {
				t.Error(err)
			}
			if c.HasChanged {
				changed.Add(1)
			}
		})
		if list := b.auditedEvents(); changed.Load() != 1 || len(list) != 1 {
			t.Errorf("%d grants changed something, the audit log has %q", changed.Load(), list)
		}
	})
}

// TestAddressesLeaveOutUnknownIDs: ids without an account are left out.
func TestAddressesLeaveOutUnknownIDs(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		u := b.register(adaEmail)
		got, err := b.operator().EmailsByUserID(t.Context(), []string{u.ID, "operator", "gone"})
		if err != nil || len(got) != 1 || got[u.ID] != adaEmail {
			t.Errorf("%v, %v", got, err)
		}
		if got, err := b.operator().EmailsByUserID(t.Context(), nil); err != nil || len(got) != 0 {
			t.Errorf("of nobody: %v, %v", got, err)
		}
	})
}

// startAdminServer serves one call for administrators, as a process would.
func startAdminServer(t *testing.T, s *Service) *httptest.Server {
	t.Helper()
	api := httpx.New(httpx.Options{
		Table: httpx.RouteTable{{Method: "GET", Path: "/admin/only", Caller: httpx.Admin, Rate: httpx.Rate{N: 1000, Period: time.Second}}},
		Auth:  s, Clock: s.deps.Clock, Log: slog.New(slog.DiscardHandler), ProgramVersion: "test",
	})
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/admin/only", ID: "only", Summary: "For administrators", Tag: "Test"},
		func(context.Context, *struct{}) (*struct{}, error) { return &struct{}{}, nil })
	server := httptest.NewServer(api.Handler(http.NotFoundHandler()))
	t.Cleanup(server.Close)
	return server
}

// TestAdminRightsHoldFromTheNextCall: after the grant an old session may make the calls of
// administrators, at once and in every process. After the revocation it may make none. Rule
// accounts-admin.
func TestAdminRightsHoldFromTheNextCall(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.register(adaEmail)
		in := b.login(adaEmail)
		b.deps.HasMailServer = false
		o := b.operator()
		var servers []*httptest.Server
		for _, p := range processes {
			servers = append(servers, startAdminServer(t, p))
		}
		want := func(status int) {
			t.Helper()
			for i, s := range servers {
				r, _ := http.NewRequestWithContext(t.Context(), "GET", s.URL+"/api/admin/only", nil)
				r.Header.Set("Authorization", "Bearer "+in.Bearer)
				resp, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				resp.Body.Close()
				if resp.StatusCode != status {
					t.Errorf("process %d answers %d, want %d", i, resp.StatusCode, status)
				}
			}
		}
		want(http.StatusNotFound)
		if _, err := o.GrantAdmin(t.Context(), adaEmail); err != nil {
			t.Fatal(err)
		}
		want(http.StatusNoContent)
		if _, err := o.RevokeAdmin(t.Context(), adaEmail); err != nil {
			t.Fatal(err)
		}
		want(http.StatusNotFound)
	})
}
