package collections_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// markedSlugs are the slugs of the characters that the tests like and follow.
var markedSlugs = []string{"albert-einstein", "marie-curie", "ada-lovelace", "rene-descartes", "cleopatra", "frederic-chopin"}

// markEach likes or follows characters, one each second. act is "like" or "follow".
func markEach(e *apptest.Env, c *apptest.Client, act string, slugs ...string) {
	e.T.Helper()
	for _, slug := range slugs {
		e.Clock.Advance(time.Second)
		c.Do("POST", "/profile/"+slug+"/"+act, map[string]any{}).Want(200)
	}
}

// execSQL runs a statement.
func execSQL(e *apptest.Env, query string) {
	e.T.Helper()
	err := e.App.DB().Write(e.T.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(e.T.Context(), query)
		return err
	})
	if err != nil {
		e.T.Fatal(err)
	}
}

// favoritesAnswer is the answer of GET /user/favorites.
type favoritesAnswer struct {
	Data struct {
		Data []struct {
			Slug          string
			ChatCount     int       `json:"chat_count"`
			FollowerCount int       `json:"follower_count"`
			LikeCount     int       `json:"like_count"`
			LikedAt       time.Time `json:"liked_at"`
			IsFree        bool      `json:"is_free"`
			IsLocked      bool      `json:"is_locked"`
		}
		Pagination struct{ Total, PerPage, CurrentPage int }
	}
}

func (f favoritesAnswer) slugs() []string {
	out := []string{}
	for _, c := range f.Data.Data {
		out = append(out, c.Slug)
	}
	return out
}

func getFavorites(c *apptest.Client, query string) (f favoritesAnswer) {
	c.T.Helper()
	c.Do("GET", "/user/favorites"+query, nil).Want(200).Into(&f)
	return f
}

func wantSlugs(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, append([]string{}, want...)) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// rules favorites-page, favorites-sort
func TestFavoritesComeInPages(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, bo := e.NewUser("Ada"), e.NewUser("Bo")
		moreSlugs := []string{"nikola-tesla", "charles-darwin"}
		markEach(e, ada, "like", slices.Concat(markedSlugs, moreSlugs)...)
		markEach(e, bo, "like", "socrates")
		latestSlugs := slices.Concat(markedSlugs, moreSlugs)
		slices.Reverse(latestSlugs)

		firstPage := getFavorites(ada, "")
		wantSlugs(t, "the first page", firstPage.slugs(), latestSlugs[:6]...)
		if p := firstPage.Data.Pagination; p.Total != 8 || p.PerPage != 6 || p.CurrentPage != 1 {
			t.Errorf("the first page is %+v", p)
		}
		if c := firstPage.Data.Data[0]; c.LikeCount != 1 || c.LikedAt.IsZero() || firstPage.Data.Data[0].LikedAt.Before(firstPage.Data.Data[1].LikedAt) {
			t.Errorf("the latest favourite is %+v", c)
		}
		for query, want := range map[string][]string{
			"?page=2": latestSlugs[6:], "?page=1&limit=3": latestSlugs[:3], "?page=3&limit=3": latestSlugs[6:], "?page=2&limit=100": nil,
			"?page=999999": nil, "?page=99999999999999999999": nil, "?page=0": latestSlugs[:6], "?page=-3": latestSlugs[:6], "?page=two": latestSlugs[:6], "?page=1.5": latestSlugs[:6],
			"?limit=0": latestSlugs[:6], "?limit=-1": latestSlugs[:6], "?limit=many": latestSlugs[:6], "?limit=1000": latestSlugs, "?sort=random": latestSlugs[:6],
		} {
			got := getFavorites(ada, query)
			wantSlugs(t, query, got.slugs(), want...)
			if p := got.Data.Pagination; p.Total != 8 || p.CurrentPage < 1 || p.PerPage < 1 || p.PerPage > 100 {
				t.Errorf("%s: %+v", query, p)
			}
		}
		wantSlugs(t, "of the other user", getFavorites(bo, "").slugs(), "socrates")
		ada.Do("POST", "/profile/charles-darwin/like", map[string]any{"liked": false}).Want(200)
		if got := getFavorites(ada, "?limit=1"); got.Data.Pagination.Total != 7 || got.slugs()[0] != "nikola-tesla" {
			t.Errorf("after a like was taken back: %+v", got)
		}
	})
}

// rules favorites-search, favorites-filters, favorites-sort
func TestFavoritesAreFilteredAndSorted(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, apptest.WithPayment)
		ada, bo := e.NewUser("Ada"), e.NewUser("Bo")
		markEach(e, ada, "like", markedSlugs...)
		markEach(e, bo, "like", "ada-lovelace", "cleopatra")
		markEach(e, bo, "follow", "marie-curie", "cleopatra")
		markEach(e, ada, "follow", "marie-curie")
		execSQL(e, "UPDATE characters SET is_free = FALSE WHERE slug IN ('marie-curie', 'cleopatra')")
		for _, c := range []*apptest.Client{ada, bo} {
			c.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(200)
		}
		ada.Do("POST", "/session", map[string]any{"characterId": "albert-einstein"}).Want(200)

		latestSlugs := slices.Clone(markedSlugs)
		slices.Reverse(latestSlugs)
		for query, want := range map[string][]string{
			"":                                latestSlugs,
			"?search=+":                       latestSlugs,
			"?search=LOVELACÉ":                {"ada-lovelace"},
			"?search=lovelcae":                {"ada-lovelace"},
			"?search=descartes":               {"rene-descartes"},
			"?search=frederic+cho":            {"frederic-chopin"},
			"?search=engine":                  {"ada-lovelace"}, // "engine" is in the description
			"?search=ada+engine":              {"ada-lovelace"}, // name and description together
			"?search=ada+egypt":               nil,              // every word must match
			"?search=royalty":                 nil,              // categories are not searched
			"?search=%21%21":                  nil,              // a search without letters matches nothing
			"?search=%00":                     nil,              // the API refuses NUL
			"?sort=name":                      {"ada-lovelace", "albert-einstein", "cleopatra", "frederic-chopin", "marie-curie", "rene-descartes"},
			"?sort=popular":                   {"marie-curie", "cleopatra", "ada-lovelace", "albert-einstein", "frederic-chopin", "rene-descartes"},
			"?sort=recent":                    latestSlugs,
			"?is_free=false":                  {"cleopatra", "marie-curie"},
			"?is_free=0&sort=name":            {"cleopatra", "marie-curie"},
			"?is_free=true":                   {"frederic-chopin", "rene-descartes", "ada-lovelace", "albert-einstein"},
			"?is_free=1&search=ada":           {"ada-lovelace"},
			"?is_free=maybe":                  latestSlugs,
			"?min_likes=2":                    {"cleopatra", "ada-lovelace"},
			"?min_likes=3":                    nil,
			"?min_likes=-1":                   latestSlugs,
			"?min_likes=many":                 latestSlugs,
			"?min_likes=1.5":                  latestSlugs,
			"?min_likes=99999999999999999999": nil,
			"?min_chats=1":                    {"ada-lovelace", "albert-einstein"},
			"?min_chats=2":                    {"ada-lovelace"},
			"?min_chats=x":                    latestSlugs,
			"?min_chats=1&min_likes=2&is_free=true&sort=popular&search=a": {"ada-lovelace"},
		} {
			if strings.Contains(query, "%00") {
				ada.Do("GET", "/user/favorites"+query, nil).Want(400)
				continue
			}
			got := getFavorites(ada, query)
			wantSlugs(t, query, got.slugs(), want...)
			if got.Data.Pagination.Total != len(want) {
				t.Errorf("%s: the total is %d", query, got.Data.Pagination.Total)
			}
		}
		topFavorite := getFavorites(ada, "?search=cleopatra").Data.Data[0]
		if topFavorite.LikeCount != 2 || topFavorite.FollowerCount != 1 || topFavorite.IsFree || !topFavorite.IsLocked {
			t.Errorf("Cleopatra is %+v", topFavorite)
		}
		if talked := getFavorites(ada, "?search=lovelace").Data.Data[0]; talked.ChatCount != 2 || talked.IsLocked {
			t.Errorf("Ada Lovelace is %+v", talked)
		}
	})
}

// rules favorites-hidden, collections-hidden
func TestHiddenCharactersAreInNoList(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		markEach(e, ada, "like", markedSlugs[:3]...)
		markEach(e, ada, "follow", markedSlugs[:3]...)
		for _, column := range []string{"is_active", "is_deleted"} {
			e.SetCharacterFlag(markedSlugs[1], column, column == "is_deleted")
			got := getFavorites(ada, "?sort=name")
			wantSlugs(t, column, got.slugs(), "ada-lovelace", "albert-einstein")
			followedPage := getFollowed(ada, "")
			wantSlugs(t, column, followedPage.slugs(), "ada-lovelace", "albert-einstein")
			if got.Data.Pagination.Total != 2 || followedPage.Data.Total != 2 {
				t.Errorf("%s: the totals are %d and %d", column, got.Data.Pagination.Total, followedPage.Data.Total)
			}
			e.SetCharacterFlag(markedSlugs[1], column, column == "is_active")
			wantSlugs(t, "shown again", getFavorites(ada, "").slugs(), markedSlugs[2], markedSlugs[1], markedSlugs[0])
		}
	})
}

// followedAnswer is the answer of GET /user/collections.
type followedAnswer struct {
	Data struct {
		Characters []struct {
			Slug  string
			Stats struct{ Chats, Followers, Likes int }
		}
		NextCursor string
		Total      int
	}
}

func (f followedAnswer) slugs() []string {
	out := []string{}
	for _, c := range f.Data.Characters {
		out = append(out, c.Slug)
	}
	return out
}

func getFollowed(c *apptest.Client, query string) (f followedAnswer) {
	c.T.Helper()
	c.Do("GET", "/user/collections"+query, nil).Want(200).Into(&f)
	return f
}

// rule collections-mine
func TestMyCollectionHasTheFollowedCharacters(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		if none := getFollowed(ada, ""); len(none.Data.Characters) != 0 || none.Data.Total != 0 || none.Data.NextCursor != "" {
			t.Errorf("at first: %+v", none)
		}
		markEach(e, ada, "follow", markedSlugs...)
		markEach(e, ada, "like", markedSlugs[0])
		latestSlugs := slices.Clone(markedSlugs)
		slices.Reverse(latestSlugs)
		var got []string
		for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
			page := getFollowed(ada, "?limit=4&cursor="+cursor)
			if got = append(got, page.slugs()...); page.Data.Total != 6-pages || pages > 1 {
				t.Fatalf("page %d: %+v", pages, page)
			}
			if cursor = page.Data.NextCursor; cursor != "" { // unfollow the last character of the page before the next page
				ada.Do("POST", "/profile/"+got[3]+"/follow", map[string]any{"following": false}).Want(200)
			}
		}
		wantSlugs(t, "all pages", got, latestSlugs...)
		for query, want := range map[string][]string{
			"?search=curei": {"marie-curie"}, "?search=RENÉ": {"rene-descartes"}, "?search=nobody+at+all": nil, "?limit=0": {"frederic-chopin"}, "?limit=-5": {"frederic-chopin"},
		} {
			wantSlugs(t, query, getFollowed(ada, query).slugs(), want...)
		}
		if page := getFollowed(ada, "?limit=1000"); len(page.slugs()) != 5 || page.Data.Characters[4].Stats.Likes != 1 || page.Data.Characters[4].Stats.Followers != 1 {
			t.Errorf("with a large limit: %+v", page)
		}
		for _, cursor := range []string{"x", "bnVsbA"} {
			if a := ada.Do("GET", "/user/collections?cursor="+cursor, nil).Want(400); a.ErrorCode() != "bad_cursor" {
				t.Errorf("%s: %s", cursor, a.Body)
			}
		}
	})
}

// Follows with the same time are in a stable order, so that pages neither repeat nor lose
// one.
// rule collections-mine
func TestFollowsOfTheSameTimeArePaged(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		for id := 1; id <= 10; id++ {
			execSQL(e, fmt.Sprintf("INSERT INTO character_follows (user_id, character_id, created_at) VALUES ('%s', %d, 5)", ada.UserID, id))
		}
		seenSlugs := map[string]int{}
		for cursor, first := "", true; first || cursor != ""; first = false {
			page := getFollowed(ada, "?limit=3&cursor="+cursor)
			for _, slug := range page.slugs() {
				seenSlugs[slug]++
			}
			cursor = page.Data.NextCursor
		}
		if len(seenSlugs) != 10 {
			t.Errorf("seen: %v", seenSlugs)
		}
		for slug, n := range seenSlugs {
			if n != 1 {
				t.Errorf("%s came %d times", slug, n)
			}
		}
	})
}
