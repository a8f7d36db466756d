package contract

import "testing"

func TestContent(t *testing.T) {
	play(t, "content", func(s *script) {
		v := s.Visitor()
		get := func(title, path string) { s.call(v, title, "GET", path, "") }
		get("a section by its key", "/admin/web-settings/key/accordions")
		get("a section by its id, with a slash at the end", "/admin/web-settings/id/1/")
		get("no section of that key", "/admin/web-settings/key/nothing")
		get("no section of that id", "/admin/web-settings/id/99")
		get("no article", "/feeds/nothing")
		get("no page", "/pages/nothing")
	})
}
