package contract

import (
	"path"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// The answers of all calls about favourites, followed characters and collections.
func TestAnswersOfFavoritesAndCollections(t *testing.T) {
	playScript(t, "collections", func(s *script) {
		ada, bo, v := s.newUser("Ada"), s.newUser("Bo"), s.NewVisitor()
		s.call(ada, "no favourites", "GET", "/user/favorites", "")
		s.call(ada, "nobody followed", "GET", "/user/collections", "")
		for _, path := range []string{"/profile/cleopatra/like", "/profile/ada-lovelace/like", "/profile/cleopatra/follow", "/profile/ada-lovelace/follow"} {
			s.Clock.Advance(time.Minute)
			ada.Do("POST", path, nil).Want(200)
		}
		s.call(ada, "favourites", "GET", "/user/favorites", "")
		s.call(ada, "the second page, by name", "GET", "/user/favorites?page=2&limit=1&sort=name", "")
		s.call(ada, "filters", "GET", "/user/favorites?search=lovelcae&is_free=true&min_likes=1&min_chats=none&sort=popular", "")
		s.call(ada, "a page far behind the last", "GET", "/user/favorites?page=999999", "")
		s.call(v, "a visitor's favourites", "GET", "/user/favorites", "")
		s.call(ada, "followed", "GET", "/user/collections?limit=1", "")
		s.call(ada, "followed, by name", "GET", "/user/collections?search=cleopatra", "")
		s.call(ada, "an altered cursor", "GET", "/user/collections?cursor=bnVsbA", "")
		s.call(ada, "a limit that is no number", "GET", "/user/collections?limit=many", "")
		s.call(ada, "no collections", "GET", "/user/collections/lists", "")
		s.recordCollectionCalls(ada, bo, v)
	})
}

func (s *script) recordCollectionCalls(ada, bo, v *apptest.Client) {
	const lists = "/user/collections/lists"
	var list struct{ ID, URL string }
	s.call(ada, "a collection", "POST", lists, `{"name":" Long  evenings ","description":"With tea."}`).Into(&list)
	ownPath := lists + "/" + list.ID
	s.call(ada, "without a name", "POST", lists, `{"name":" "}`)
	s.call(ada, "with too much text", "POST", lists, `{"name":"`+strings.Repeat("a", 61)+`","description":"`+strings.Repeat("é", 301)+`"}`)
	s.call(v, "a visitor's collection", "POST", lists, `{"name":"Mine"}`)
	s.call(ada, "a character", "POST", ownPath+"/characters", `{"characterId":64}`)
	s.call(ada, "a second one, by its slug", "POST", ownPath+"/characters", `{"characterId":"ada-lovelace"}`)
	s.call(ada, "nobody", "POST", ownPath+"/characters", `{"characterId":"nobody"}`)
	s.call(ada, "no character", "POST", ownPath+"/characters", `{"characterId":""}`)
	s.call(ada, "another order", "PUT", ownPath+"/characters", `{"characterIds":[20,64]}`)
	s.call(ada, "an old order", "PUT", ownPath+"/characters", `{"characterIds":[20,64,21]}`)
	s.call(ada, "an order that names one twice", "PUT", ownPath+"/characters", `{"characterIds":[20,20]}`)
	s.call(ada, "a new name", "PUT", ownPath, `{"name":"Short evenings"}`)
	s.call(ada, "shared", "POST", ownPath+"/share", "").Into(&list)
	sharedPath := "/collections/" + path.Base(list.URL)
	s.secrets = append(s.secrets, path.Base(list.URL))
	s.Get(sharedPath) // opens the page of the share address
	s.call(v, "a shared collection", "GET", sharedPath, "")
	s.call(ada, "all, and whether they have a character", "GET", lists+"?characterId=64", "")
	s.call(bo, "somebody else's collection", "GET", ownPath, "")
	s.call(ada, "no longer shared", "DELETE", ownPath+"/share", "")
	s.call(v, "a collection that is no longer shared", "GET", sharedPath, "")
	s.call(ada, "one character taken out", "DELETE", ownPath+"/characters/64", "")
	s.call(ada, "one collection", "GET", ownPath, "")
	s.call(ada, "deleted", "DELETE", ownPath, "")
	s.call(ada, "deleted again", "DELETE", ownPath, "")
}
