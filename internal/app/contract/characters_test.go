package contract

import "testing"

func TestCharacters(t *testing.T) {
	play(t, "characters", func(s *script) {
		v := s.Visitor()
		get := func(title, path string) { s.call(v, title, "GET", path, "") }
		get("found by name", "/characters?search=ada+lovelace")
		get("found with a typo, without case", "/characters/?search=LOVELCAE")
		get("nothing found", "/characters?search=nobody+of+that+name")
		get("a page of the list", "/characters?search=ada&limit=1&tag=no-such-tag")
		get("an altered cursor", "/characters?cursor=bnVsbA")
		get("a limit that is no number", "/characters?limit=many")
		get("one by its character_id", "/characters/id/20")
		get("a locked one by its slug", "/characters/id/cleopatra")
		get("none", "/characters/id/999")
		get("a profile", "/profile/ada-lovelace")
		get("no profile", "/profile/nobody")
	})
}
