package accounts

import (
	"strings"
	"sync/atomic"
	"testing"

	"colloquy/internal/audit"
	"colloquy/internal/core"
)

// TestOperatorTurnsTwoFactorOff: afterwards the user signs in with the password alone. Sessions,
// challenges and codes from before are invalid. A mail and an audit row report the change.
// rule accounts-two-factor-lost
func TestOperatorTurnsTwoFactorOff(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		g, o := b.registerWithTwoFactor(adaEmail), b.operator()
		token := b.adaChallengeToken()
		mailCount := len(b.mail.sentTo(adaEmail))
		u, wasOn, err := o.TurnOffTwoFactor(t.Context(), " ADA@Post.Example ")
		if err != nil || !wasOn || u.ID != g.ID {
			t.Fatalf("%+v, %v, %v", u, wasOn, err)
		}
		b.wantActor(g.session.Bearer, "", "")
		if b.countRows("two_factor")+b.countRows("recovery_codes")+b.countRows("login_challenges")+b.countRows("auth_sessions") != 0 {
			t.Error("a secret, code, challenge or session is left")
		}
		_, err = b.loginWithCode(token, b.codeAt(g.secret, 0))
		wantError(t, err, core.Malformed, "", "Please log in again.")
		if list := b.auditedEvents(); !strings.Contains(strings.Join(list, "\n"), "two-factor.disabled operator "+g.ID) {
			t.Errorf("the audit log has %q", list)
		}
		sentMails := b.mail.sentTo(adaEmail)[mailCount:]
		if len(sentMails) != 1 || sentMails[0].Subject != "Two-factor sign-in is off" || !strings.Contains(sentMails[0].Text, "logged you out on all devices") {
			t.Errorf("the mails are %+v", sentMails)
		}
		b.login(adaEmail)
		if _, wasOn, err := o.TurnOffTwoFactor(t.Context(), adaEmail); wasOn || err != nil || b.countRows("auth_sessions") != 1 || len(b.mail.sentTo(adaEmail)) != mailCount+1 {
			t.Errorf("the second time: %v, %v, %d sessions", wasOn, err, b.countRows("auth_sessions"))
		}
		if _, _, err := o.TurnOffTwoFactor(t.Context(), "ada@post.exampel"); !IsUnknownAddress(err) {
			t.Errorf("an unknown address: %v", err)
		}
	})
}

// TestParallelOperatorsSendOneMail: of many commands in two processes, one turns two-factor
// sign-in off.
// rule accounts-two-factor-lost
func TestParallelOperatorsSendOneMail(t *testing.T) {
	eachWithTwoProcesses(t, func(t *testing.T, b *harness, processes []*Service) {
		b.registerWithTwoFactor(adaEmail)
		var operators []*Operator
		for _, p := range processes {
			d := p.deps
			d.Mail, d.Audit = b.mail, audit.New(d.DB, b.clock)
			operators = append(operators, NewOperator(d))
		}
		mails := len(b.mail.sentTo(adaEmail))
		var changed atomic.Int64
		runParallel(20, func(i int) {
			_, wasOn, err := operators[i%2].TurnOffTwoFactor(t.Context(), adaEmail)
			if err != nil {
				t.Error(err)
			}
			if wasOn {
				changed.Add(1)
			}
		})
		if n := len(b.mail.sentTo(adaEmail)) - mails; changed.Load() != 1 || n != 1 {
			t.Errorf("%d commands changed something and sent %d mails", changed.Load(), n)
		}
	})
}
