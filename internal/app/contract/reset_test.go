package contract

import (
	"regexp"
	"testing"

	"colloquy/internal/app/apptest"
)

var (
	mailedCodePattern  = regexp.MustCompile(`(?m)^    (\d{4})$`)
	mailedTokenPattern = regexp.MustCompile(`/#reset-password=(\S+)`)
)

// readResetMail returns the code and the token in the n-th mail to an address. It adds the token to
// s.secrets, which are the texts that the log must not contain.
func (s *script) readResetMail(address string, n int) (code, token string) {
	s.t.Helper()
	text := s.WaitForMails(address, n)[n-1].Text
	c, l := mailedCodePattern.FindStringSubmatch(text), mailedTokenPattern.FindStringSubmatch(text)
	if c == nil || l == nil {
		s.t.Fatalf("the mail is %q", text)
	}
	s.secrets = append(s.secrets, l[1])
	return c[1], l[1]
}

// rules accounts-reset-silent, accounts-reset-code, accounts-reset-link
func TestAnswersOfForgottenPassword(t *testing.T) {
	playScript(t, "reset", func(s *script) {
		ada, v := s.newUser("Ada"), s.NewVisitor()
		requestReset := func(title, body string) apptest.Answer {
			return s.call(v, title, "POST", "/admin/auth/forgot-password", body)
		}
		verify := func(title, body string) { s.call(v, title, "POST", "/admin/auth/verify-otp", body) }
		reset := func(title, body string) { s.call(v, title, "POST", "/admin/auth/reset-password", body) }
		resetByLink := func(title, body string) { s.call(v, title, "POST", "/auth/reset-by-link", body) }
		body := func(otp, rest string) string { return `{"email":"ada@post.example","otp":"` + otp + `"` + rest + `}` }

		requestReset("nothing entered", `{}`)
		requestReset("not an address", `{"email":"ada"}`)
		verify("nothing entered", `{}`)
		verify("not a code", body("12345", ""))
		reset("nothing entered", `{}`)
		reset("a short password", body("1234", `,"password":"12345"`))
		knownAddressAnswer := requestReset("a mail is asked for", `{"email":" ADA@post.example"}`)
		unknownAddressAnswer := requestReset("nobody's address", `{"email":"nobody@post.example"}`)
		if knownAddressAnswer.Body != unknownAddressAnswer.Body || len(knownAddressAnswer.Header) != len(unknownAddressAnswer.Header) {
			s.t.Errorf("a known address answers %q, an unknown one %q", knownAddressAnswer.Body, unknownAddressAnswer.Body)
		}
		code, _ := s.readResetMail("ada@post.example", 2)
		s.writeCall("again at once", "POST", "/admin/auth/forgot-password", "", v.Do("POST", "/admin/auth/forgot-password", `{"email":"nobody@post.example"}`))

		verify("a wrong code", body(wrongCode(code), ""))
		verify("nobody's address", `{"email":"nobody@post.example","otp":"1234"}`)
		verify("the code", body(code, ""))
		reset("a wrong code", body(wrongCode(code), `,"password":"penny-black-9"`))
		reset("the code", body(code, `,"password":"penny-black-9"`))
		reset("the used code", body(code, `,"password":"penny-black-9"`))
		s.call(ada, "the session from before", "GET", "/auth/me", "")
		if mails := s.WaitForMails("ada@post.example", 3); mails[2].Subject != "Your password was changed" {
			s.t.Errorf("the notice is %+v", mails[2])
		}

		requestReset("another mail", `{"email":"ada@post.example"}`)
		_, token := s.readResetMail("ada@post.example", 4)
		resetByLink("nothing entered", `{}`)
		resetByLink("no link", `{"token":"nothing","password":"penny-black-8"}`)
		resetByLink("the own name", `{"token":"`+token+`","password":"Ada-1815"}`)
		resetByLink("the link", `{"token":"`+token+`","password":"penny-black-8"}`)
		resetByLink("the used link", `{"token":"`+token+`","password":"penny-black-8"}`)
		v.Do("POST", "/auth/login", `{"email":"ada@post.example","password":"penny-black-8"}`).Want(200)
		if n := len(s.Outbox("nobody@post.example")); n != 0 {
			s.t.Errorf("%d mails to nobody", n)
		}
	})
}

// wrongCode returns a code that differs from code.
func wrongCode(code string) string {
	if code == "0000" {
		return "0001"
	}
	return "0000"
}
