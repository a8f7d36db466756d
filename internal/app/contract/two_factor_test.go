package contract

import (
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// rules accounts-two-factor-setup, accounts-two-factor-login and accounts-two-factor-off
func TestAnswersOfTwoFactorSignIn(t *testing.T) {
	playScript(t, "two-factor", func(s *script) {
		ada, v := s.newUser("Ada"), s.NewVisitor()
		post := func(c *apptest.Client, title, path, body string) apptest.Answer {
			return s.call(c, title, "POST", path, body)
		}
		const right = `{"password":"` + apptest.Password + `"}`

		post(v, "a visitor", "/user/two-factor", right)
		post(ada, "no password", "/user/two-factor", `{}`)
		post(ada, "a wrong password", "/user/two-factor", `{"password":"stamp-album-8"}`)
		post(ada, "a code before there is a secret", "/user/two-factor/confirm", `{"code":"123456"}`)
		var setup struct{ Secret string }
		post(ada, "a secret is made", "/user/two-factor", right).Into(&setup)
		// script.call advances the clock by 61 seconds before it makes a call, so the code must be
		// of that time.
		code := func() string {
			return `"code":"` + apptest.AuthenticatorCode(s.t, setup.Secret, s.Clock.Now().Add(61*time.Second)) + `"`
		}
		post(ada, "not a code", "/user/two-factor/confirm", `{"code":"none"}`)
		s.call(ada, "nothing is on yet", "GET", "/auth/me", "")
		var codes struct {
			RecoveryCodes []string `json:"recovery_codes"`
		}
		post(ada, "the first code turns it on", "/user/two-factor/confirm", `{`+code()+`}`).Into(&codes)
		s.call(ada, "it is on", "GET", "/auth/me", "")
		post(ada, "another secret", "/user/two-factor", right)

		login := func(title string) string {
			var asked struct{ Challenge string }
			post(v, title, "/auth/login", `{"email":"ada@post.example","password":"`+apptest.Password+`"}`).Into(&asked)
			return `{"challenge":"` + asked.Challenge + `",`
		}
		challenge := login("the password alone")
		post(v, "nothing entered", "/auth/login/two-factor", `{}`)
		post(v, "not the code", "/auth/login/two-factor", challenge+`"code":"none"}`)
		post(v, "the code", "/auth/login/two-factor", challenge+code()+`}`)
		post(v, "the challenge again", "/auth/login/two-factor", challenge+code()+`}`)
		post(v, "a recovery code", "/auth/login/two-factor", login("another login")+`"code":"`+codes.RecoveryCodes[0]+`"}`)
		post(v, "the recovery code again", "/auth/login/two-factor", login("and another")+`"code":"`+codes.RecoveryCodes[0]+`"}`)

		s.call(ada, "turned off with a wrong password", "DELETE", "/user/two-factor", `{"password":"stamp-album-8"}`)
		s.call(ada, "turned off", "DELETE", "/user/two-factor", right)
		s.call(ada, "turned off again", "DELETE", "/user/two-factor", right)
		post(v, "the password is enough", "/auth/login", `{"email":"ada@post.example","password":"`+apptest.Password+`"}`)
		for i, subject := range []string{"Confirm your email address", "Two-factor sign-in is on", "Two-factor sign-in is off"} {
			if m := s.WaitForMails("ada@post.example", 3)[i]; m.Subject != subject {
				s.t.Errorf("mail %d is %q", i, m.Subject)
			}
		}
	})
}
