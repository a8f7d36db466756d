package contract

import (
	"maps"
	"slices"
	"testing"
)

// rule api-trailing-slash
func TestAnswersOfCharacters(t *testing.T) {
	playScript(t, "characters", func(s *script) {
		v := s.NewVisitor()
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
		get("the characters of a letter", "/characters?letter=C&search=cleopatra")
		get("groups by category", "/characters/groups?search=lovelace&limit=1")
		get("groups by name", "/characters/groups?by=name&search=ada+lovelace")
		get("no groups", "/characters/groups?search=nobody+of+that+name")
		get("groups by something else", "/characters/groups?by=height")
		get("an altered cursor of groups", "/characters/groups?cursor=bnVsbA")
		get("similar to nobody", "/profile/nobody/similar")
	})
}

// TestSimilarCharactersHaveAllFields: the result depends on all personas, so it is not in a
// golden file; this test checks the fields.
func TestSimilarCharactersHaveAllFields(t *testing.T) {
	runScript(t, func(t *testing.T, s *script) {
		liker := s.newUser("Liker")
		liker.Do("POST", "/profile/ada-lovelace/like", nil).Want(200)
		liker.Do("POST", "/profile/alan-turing/follow", nil).Want(200)
		var page struct {
			Data []map[string]any
		}
		liker.Do("GET", "/profile/alan-turing/similar?limit=3", nil).Want(200).Into(&page)
		if len(page.Data) != 3 {
			t.Fatalf("%d similar ones", len(page.Data))
		}
		want := []string{
			"category", "character_id", "chat_count", "coin_url", "description", "designation", "expiry_at", "follower_count", "id", "image_url",
			"is_free", "is_locked", "like_count", "name", "similarity_score", "slug",
		}
		for _, c := range page.Data {
			if got := slices.Sorted(maps.Keys(c)); !slices.Equal(got, want) {
				t.Errorf("the fields are %v, want %v", got, want)
			}
			if score, ok := c["similarity_score"].(float64); !ok || score <= 0 || score > 10 {
				t.Errorf("the score is %v", c["similarity_score"])
			}
		}
		liker.Do("POST", "/profile/ada-lovelace/comments", map[string]any{"comment": "She corrected my sums"}).Want(201)
		var profile struct {
			Stats       struct{ Likes, Followers, Comments int }
			UserActions struct {
				IsLiked     bool `json:"is_liked"`
				IsFollowing bool `json:"is_following"`
			} `json:"user_actions"`
		}
		liker.Do("GET", "/profile/ada-lovelace", nil).Want(200).Into(&profile)
		if profile.Stats.Likes != 1 || profile.Stats.Followers != 0 || profile.Stats.Comments != 1 || !profile.UserActions.IsLiked || profile.UserActions.IsFollowing {
			t.Errorf("the profile of whom one likes: %+v", profile)
		}
	})
}

func TestTagsAreSortedByUse(t *testing.T) {
	runScript(t, func(t *testing.T, s *script) {
		var page struct {
			Data []struct {
				Name  string
				Count int
			}
		}
		s.NewVisitor().Do("GET", "/tags", nil).Want(200).Into(&page)
		if len(page.Data) < 20 || page.Data[0].Count < page.Data[1].Count || page.Data[len(page.Data)-1].Count < 1 {
			t.Errorf("the tags are %+v", page.Data)
		}
	})
}

type listPage struct {
	Data []struct {
		Slug string
	}
	NextCursor string
	Total      int
}

// TestPagesOfTheListCoverTheCatalogue reads all pages of the list, like a client.
func TestPagesOfTheListCoverTheCatalogue(t *testing.T) {
	runScript(t, func(t *testing.T, s *script) {
		v := s.NewVisitor()
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
