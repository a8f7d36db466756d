package contract

import (
	"fmt"
	"regexp"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

var mailLinkPattern = regexp.MustCompile(`(http://\S+?)/#([a-z-]+)=([A-Za-z0-9_-]{43})\n`)

// writeNthMail waits for the n-th mail to an address and writes the mail into out. It returns the
// token of the mail's link, or "" for a mail without a link.
func (s *script) writeNthMail(to string, n int) (token string) {
	s.t.Helper()
	m := s.WaitForMails(to, n)[n-1]
	if found := mailLinkPattern.FindStringSubmatch(m.Text); found != nil {
		token = found[3]
		s.secrets = append(s.secrets, token)
	}
	fmt.Fprintf(&s.out, "## mail %d to %s\n%s\n\n%s\n", n, to, m.Subject, mailLinkPattern.ReplaceAllString(m.Text, "<site>/#$2=<secret>\n"))
	return token
}

// TestAnswersOfAccountSettings makes the calls of the account settings and reads the mails that they
// send.
func TestAnswersOfAccountSettings(t *testing.T) {
	playScript(t, "account_settings", func(s *script) {
		ada, bo, v := s.newUser("Ada"), s.newUser("Bo"), s.NewVisitor()
		verifyEmail := func(who *apptest.Client, title, token string) {
			s.call(who, title, "POST", "/auth/verify-email", `{"token":"`+token+`"}`)
		}
		firstToken := s.writeNthMail("ada@post.example", 1)
		verifyEmail(v, "not a token", "nothing")
		s.call(v, "no token", "POST", "/auth/verify-email", `{}`)
		s.call(ada, "the mail again", "POST", "/auth/verify-email/resend", "")
		s.writeNthMail("ada@post.example", 2)
		s.writeCall("the mail again, at once", "POST", "/auth/verify-email/resend", "", ada.Do("POST", "/auth/verify-email/resend", nil))
		s.call(v, "a visitor's", "POST", "/auth/verify-email/resend", "")
		verifyEmail(v, "confirmed", firstToken)
		verifyEmail(v, "the link again", firstToken)
		verifyEmail(bo, "the link again, by somebody else", firstToken)
		verifyEmail(ada, "the link again, by its account", firstToken)
		s.call(ada, "no mail for a confirmed account", "POST", "/auth/verify-email/resend", "")
		s.call(ada, "who I am", "GET", "/auth/me", "")
		s.recordProfileCalls(ada, v)
		s.recordPasswordCalls(ada, v)
		s.recordOwnSessionCalls(ada, bo, v)
	})
}

func (s *script) recordProfileCalls(ada, v *apptest.Client) {
	save := func(who *apptest.Client, title, body string) { s.call(who, title, "PUT", "/user/profile", body) }
	save(ada, "a name", `{"username":" Ada  Byron ","email":"ada@post.example"}`)
	save(ada, "nothing entered", `{}`)
	save(ada, "a long name, and not an address", `{"username":"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn","email":"ada"}`)
	save(v, "a visitor's", `{"username":"Ada","email":"ada@post.example"}`)
	save(ada, "the address of somebody", `{"username":"Ada","email":"bo@post.example"}`)
	s.writeNthMail("bo@post.example", 2)
	save(ada, "a new address", `{"username":"Ada","email":"ada.new@post.example"}`)
	token := s.writeNthMail("ada.new@post.example", 1)
	s.call(ada, "confirmed", "POST", "/auth/verify-email", `{"token":"`+token+`"}`)
	revertToken := s.writeNthMail("ada@post.example", 3)
	s.call(v, "somebody takes the old address", "POST", "/auth/register", `{"name":"Eve","email":"ada@post.example","password":"stamp-album-9"}`)
	s.call(v, "back to the old address", "POST", "/auth/revert-email", `{"token":"`+revertToken+`"}`)
	s.call(v, "back again", "POST", "/auth/revert-email", `{"token":"`+revertToken+`"}`)
	s.call(ada, "all sessions have ended", "GET", "/auth/me", "")
	ada.Login()
	s.secrets = append(s.secrets, ada.Token)
	s.Clock.Advance(24 * time.Hour)
	save(ada, "a day later", `{"username":"Ada","email":"ada.new@post.example"}`)
}

func (s *script) recordPasswordCalls(ada, v *apptest.Client) {
	change := func(who *apptest.Client, title, body string) { s.call(who, title, "PUT", "/user/password", body) }
	change(ada, "nothing entered", `{}`)
	change(ada, "too short, and another", `{"currentPassword":"stamp-album-7","newPassword":"12345","confirmPassword":"123456"}`)
	change(ada, "a wrong password", `{"currentPassword":"stamp-album-1","newPassword":"stamp-album-8","confirmPassword":"stamp-album-8"}`)
	change(v, "a visitor's", `{"currentPassword":"stamp-album-7","newPassword":"stamp-album-8","confirmPassword":"stamp-album-8"}`)
	change(ada, "changed", `{"currentPassword":"stamp-album-7","newPassword":"stamp-album-8","confirmPassword":"stamp-album-8"}`)
	s.writeNthMail("ada@post.example", 4)
	change(ada, "and back", `{"currentPassword":"stamp-album-8","newPassword":"stamp-album-7","confirmPassword":"stamp-album-7"}`)
}

func (s *script) recordOwnSessionCalls(ada, bo, v *apptest.Client) {
	const edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0"
	s.call(v, "another device", "POST", "/auth/login", `{"email":"ada@post.example","password":"stamp-album-7"}`, "User-Agent", edge)
	a := s.call(ada, "both", "GET", "/user/sessions", "")
	var list struct {
		Data []struct {
			ID      string
			Current bool
		}
	}
	a.Into(&list)
	otherSessionID := list.Data[0].ID
	if list.Data[0].Current {
		otherSessionID = list.Data[1].ID
	}
	s.call(bo, "somebody else's", "DELETE", "/user/sessions/"+otherSessionID, "")
	s.call(ada, "ended", "DELETE", "/user/sessions/"+otherSessionID, "")
	s.call(ada, "ended before", "DELETE", "/user/sessions/"+otherSessionID, "")
	s.call(ada, "all others", "POST", "/user/sessions/end-others", "")
	s.call(ada, "one is left", "GET", "/user/sessions", "")
	s.call(v, "a visitor's", "GET", "/user/sessions", "")
}
