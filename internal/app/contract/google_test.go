package contract

import "testing"

// rules accounts-google-off and accounts-google-password
func TestAnswersOfGoogleSignIn(t *testing.T) {
	playScript(t, "google", func(s *script) {
		v := s.NewVisitor()
		s.call(v, "no provider is set up", "GET", "/auth/methods", "")
		s.call(v, "no ticket", "POST", "/auth/google/link", `{"password":"stamp-album-7"}`)
		s.call(v, "no password", "POST", "/auth/google/link", `{"ticket":"nothing"}`)
	})
}
