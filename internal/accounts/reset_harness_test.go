package accounts

import (
	"errors"
	"fmt"
	"regexp"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/email"
)

const newPassword = "penny-black-9"

var (
	mailedCodePattern  = regexp.MustCompile(`(?m)^    (\d{4})$`)
	mailedTokenPattern = regexp.MustCompile(`https://colloquy\.example/#reset-password=(\S+)`)
)

// requestReset requests a reset mail and runs the job that sends it.
func (b *harness) requestReset(address string) {
	b.t.Helper()
	if err := b.RequestReset(b.t.Context(), homeNetwork, address); err != nil {
		b.t.Fatal(err)
	}
	b.runJobs()
}

// lastMail returns the newest mail to an address.
func (b *harness) lastMail(address string) email.Message {
	b.t.Helper()
	list := b.mail.sentTo(address)
	if len(list) == 0 {
		b.t.Fatalf("no mail to %s", address)
	}
	return list[len(list)-1]
}

// requestResetMail requests a reset mail to adaEmail. It returns the mail's code, "" if
// there is none, and the token of its link.
func (b *harness) requestResetMail() (code, token string) {
	b.t.Helper()
	b.requestReset(adaEmail)
	return codeInMail(b.lastMail(adaEmail)), tokenInMail(b.t, b.lastMail(adaEmail))
}

// codeInMail returns the code in a reset mail, or "".
func codeInMail(m email.Message) string {
	if found := mailedCodePattern.FindStringSubmatch(m.Text); found != nil {
		return found[1]
	}
	return ""
}

// tokenInMail returns the token of the link in a reset mail.
func tokenInMail(t *testing.T, m email.Message) string {
	t.Helper()
	found := mailedTokenPattern.FindStringSubmatch(m.Text)
	if found == nil {
		t.Fatalf("no link in %q", m.Text)
	}
	return found[1]
}

// otherCode returns a code that differs from code.
func otherCode(code string) string {
	var n int
	if _, err := fmt.Sscanf(code, "%d", &n); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%04d", (n+1)%10_000)
}

// verifyCode checks a reset code from a network.
func (b *harness) verifyCode(network core.Network, address, code string) error {
	return b.VerifyCode(b.t.Context(), network, address, code)
}

// wantVerifyError checks that verifyCode returns the error want.
func (b *harness) wantVerifyError(when string, want error, network core.Network, address, code string) {
	b.t.Helper()
	if err := b.verifyCode(network, address, code); !errors.Is(err, want) {
		b.t.Errorf("%s: %v, want %v", when, err, want)
	}
}

// selectNumber returns the number that a query selects.
func (b *harness) selectNumber(query string, args ...any) (n int) {
	b.t.Helper()
	if err := b.deps.DB.Reader().QueryRowContext(b.t.Context(), query, args...).Scan(&n); err != nil {
		b.t.Fatal(err)
	}
	return n
}
