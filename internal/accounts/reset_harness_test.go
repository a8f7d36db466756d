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
	mailedCode  = regexp.MustCompile(`(?m)^    (\d{4})$`)
	mailedToken = regexp.MustCompile(`https://colloquy\.example/#reset-password=(\S+)`)
)

// askReset asks for a mail and runs its job.
func (b *harness) askReset(address string) {
	b.t.Helper()
	if err := b.RequestReset(b.t.Context(), homeNetwork, address); err != nil {
		b.t.Fatal(err)
	}
	b.runJobs()
}

// lastMail returns the newest mail to an address.
func (b *harness) lastMail(address string) email.Message {
	b.t.Helper()
	list := b.mail.to(address)
	if len(list) == 0 {
		b.t.Fatalf("no mail to %s", address)
	}
	return list[len(list)-1]
}

// resetMail asks for a mail to adaEmail and returns its code ("" for none) and token.
func (b *harness) resetMail() (code, token string) {
	b.t.Helper()
	b.askReset(adaEmail)
	return codeOf(b.lastMail(adaEmail)), tokenOf(b.t, b.lastMail(adaEmail))
}

func codeOf(m email.Message) string {
	if found := mailedCode.FindStringSubmatch(m.Text); found != nil {
		return found[1]
	}
	return ""
}

func tokenOf(t *testing.T, m email.Message) string {
	t.Helper()
	found := mailedToken.FindStringSubmatch(m.Text)
	if found == nil {
		t.Fatalf("no link in %q", m.Text)
	}
	return found[1]
}

// wrong returns another code.
func wrong(code string) string {
	var n int
	if _, err := fmt.Sscanf(code, "%d", &n); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%04d", (n+1)%10_000)
}

// verify checks a code from a network.
func (b *harness) verify(network core.Network, address, code string) error {
	return b.VerifyCode(b.t.Context(), network, address, code)
}

// wantVerify fails the test unless verify returns want.
func (b *harness) wantVerify(when string, want error, network core.Network, address, code string) {
	b.t.Helper()
	if err := b.verify(network, address, code); !errors.Is(err, want) {
		b.t.Errorf("%s: %v, want %v", when, err, want)
	}
}

// number returns the number that a query selects.
func (b *harness) number(query string, args ...any) (n int) {
	b.t.Helper()
	if err := b.deps.DB.Reader().QueryRowContext(b.t.Context(), query, args...).Scan(&n); err != nil {
		b.t.Fatal(err)
	}
	return n
}
