package contract

import (
	"strings"
	"testing"
	"time"
)

// The errors that every call can answer with, such as an unknown address or a body that is not JSON.
// rule api-error-shape
func TestAnswersOfRefusedCalls(t *testing.T) {
	playScript(t, "errors", func(s *script) {
		ada, v := s.newUser("Ada"), s.NewVisitor()
		s.call(v, "no such address", "GET", "/nothing", "")
		s.call(v, "another method", "PUT", "/session", `{}`)
		s.call(v, "not signed in", "GET", "/sessions", "")
		s.call(v, "an old token", "GET", "/sessions", "", "Authorization", "Bearer old")
		s.call(ada, "malformed", "POST", "/session", `{"characterId":`)
		s.call(ada, "nothing at all", "POST", "/session", "")
		s.call(ada, "doubled keys", "POST", "/session", `{"characterId":20,"characterId":22}`)
		s.call(ada, "no JSON", "POST", "/session", `characterId=20`, "Content-Type", "application/x-www-form-urlencoded")
		s.call(ada, "too large", "POST", "/session", `{"characterId":"`+strings.Repeat("x", 5000)+`"}`)
		s.call(ada, "an array", "POST", "/session", `[]`)
		s.call(ada, "from another site", "POST", "/session", `{"characterId":20}`, "Sec-Fetch-Site", "cross-site")
		s.call(ada, "an address that is no text", "GET", "/profile/%00", "")
		now := s.Clock.Now()
		s.Clock.Advance(now.Truncate(time.Minute).Add(time.Minute).Sub(now))
		for range 60 {
			ada.Do("POST", "/session", `{"characterId":999}`)
		}
		s.writeCall("too often", "POST", "/session", `{"characterId":20}`, ada.Do("POST", "/session", `{"characterId":20}`))
	})
}
