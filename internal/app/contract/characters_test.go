package contract

import (
	"slices"
	"testing"
)

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

type listPage struct {
	Data []struct {
		Slug string
	}
	NextCursor string
	Total      int
}

// TestListWalk pages through the whole catalogue as a client does.
func TestListWalk(t *testing.T) {
	run(t, func(t *testing.T, s *script) {
		v := s.Visitor()
		var whole, walked listPage
		v.Do("GET", "/characters", nil).Want(200).Into(&whole)
		if whole.Total != len(whole.Data) || whole.Total == 0 || whole.NextCursor != "" {
			t.Fatalf("%d of %d characters, cursor %q", len(whole.Data), whole.Total, whole.NextCursor)
		}
		for cursor := ""; ; {
			var page listPage
			v.Do("GET", "/characters?limit=7&cursor="+cursor, nil).Want(200).Into(&page)
			walked.Data = append(walked.Data, page.Data...)
			if cursor = page.NextCursor; cursor == "" || len(walked.Data) > whole.Total {
				break
			}
		}
		if !slices.Equal(walked.Data, whole.Data) {
			t.Errorf("walked %v, want %v", walked.Data, whole.Data)
		}
	})
}
