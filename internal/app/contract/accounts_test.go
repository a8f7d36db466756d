package contract

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// rules accounts-register-signs-nobody-in, accounts-fields-not-taken
func TestAnswersOfAccounts(t *testing.T) {
	playScript(t, "accounts", func(s *script) {
		v := s.NewVisitor()
		register := func(title, body string) { s.call(v, title, "POST", "/auth/register", body) }
		login := func(title, body string) apptest.Answer { return s.call(v, title, "POST", "/auth/login", body) }

		register("an account is made, and nobody is signed in", `{"name":" Ada  Byron ","email":" Ada@Post.example","password":"stamp-album-7"}`)
		register("the address again, in other letters", `{"name":"Ada","email":"ADA@post.example ","password":"stamp-album-8"}`)
		register("nothing entered", `{}`)
		register("too short and not an address", `{"name":"Bo","email":"bo","password":"12345"}`)
		register("too long", `{"name":"`+strings.Repeat("n", 51)+`","email":"`+strings.Repeat("e", 90)+`@post.example","password":"`+strings.Repeat("p", 31)+`"}`)
		register("a common password", `{"name":"Bo","email":"bo@post.example","password":"Password1"}`)
		register("fields that nobody may set are passed over", `{"name":"Bo","email":"bo@post.example","password":"stamp-album-7","is_admin":true,"id":"x","is_paid":true}`)
		register("a field of a wrong type", `{"name":5,"email":"eve@post.example","password":"stamp-album-7"}`)

		login("nothing entered", `{}`)
		login("not an address, and a password that is too long", `{"email":"ada","password":"`+strings.Repeat("p", 31)+`"}`)
		login("nobody's address", `{"email":"nobody@post.example","password":"stamp-album-7"}`)
		login("a wrong password", `{"email":"ada@post.example","password":"stamp-album-8"}`)

		a := login("signed in", `{"email":" ADA@post.example","password":"stamp-album-7"}`)
		var session struct{ Token string }
		a.Into(&session)
		cookie := strings.SplitN(a.Header.Get("Set-Cookie"), ";", 2)[0]

		me := func(title string, headers ...string) { s.call(v, title, "GET", "/auth/me", "", headers...) }
		me("a visitor")
		me("by bearer", "Authorization", "Bearer "+session.Token)
		me("by cookie", "Cookie", cookie)
		me("a bad bearer beside a good cookie", "Authorization", "Bearer x", "Cookie", cookie)
		bo := s.NewVisitor()
		bo.Email = "bo@post.example"
		bo.Login()
		me("a bearer and a cookie of two people", "Authorization", "Bearer "+bo.Token, "Cookie", cookie)
		s.call(v, "and no call else takes them, the public ones neither", "POST", "/auth/logout", "", "Authorization", "Bearer "+bo.Token, "Cookie", cookie)
		me("which ended nothing", "Cookie", cookie)

		s.call(v, "signed out", "POST", "/auth/logout", "", "Authorization", "Bearer "+session.Token)
		me("the bearer is worth nothing now", "Authorization", "Bearer "+session.Token)
		me("nor is the cookie", "Cookie", cookie)
		s.call(v, "signed out again", "POST", "/auth/logout", "", "Authorization", "Bearer "+session.Token)
		s.call(v, "a visitor's logout", "POST", "/auth/logout", "")
	})
}

func TestAnswersOfFullSignInLimits(t *testing.T) {
	playScript(t, "limits", func(s *script) {
		now := s.Clock.Now() // a full hour: the limits count calls of a clock hour, and of 15 minutes of it
		s.Clock.Advance(now.Truncate(time.Hour).Add(time.Hour).Sub(now))
		s.newUser("Ada")
		v := s.NewVisitor()
		for range 5 {
			v.Do("POST", "/auth/login", `{"email":"ada@post.example","password":"wrong-one"}`).Want(401)
		}
		s.writeCall("the sixth try", "POST", "/auth/login", "", v.Do("POST", "/auth/login", `{"email":"ada@post.example","password":"`+apptest.Password+`"}`))
		for range 20 {
			v.Do("POST", "/auth/register", `{"name":"Ada","email":"ada@post.example","password":"stamp-album-7"}`)
		}
		s.call(v, "the twenty-first registration", "POST", "/auth/register", `{"name":"Ada","email":"ada@post.example","password":"stamp-album-7"}`)
	})
}
