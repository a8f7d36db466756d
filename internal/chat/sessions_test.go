package chat_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

type sessionList struct {
	Sessions []struct {
		ID        string
		Character struct{ Name, Slug string }
	}
	NextCursor string
}

// Each conversation is on exactly one page, the latest first.
func TestEachConversationIsOnOnePage(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Mirela")
		var want []string
		for _, slug := range []string{freeCharacterSlug, "marcus-aurelius", lockedCharacterSlug, "frida-kahlo", "nikola-tesla"} {
			want = append(want, openChat(t, ada, slug))
			e.Clock.Advance(time.Second)
		}
		slices.Reverse(want)
		for _, path := range []string{"/sessions", "/sessions/characterProfile"} {
			var got []string
			cursor := ""
			for pages := 0; pages == 0 || cursor != ""; pages++ {
				var list sessionList
				ada.Do("GET", path+"?limit=2&cursor="+url.QueryEscape(cursor), nil).Want(http.StatusOK).Into(&list)
				for _, s := range list.Sessions {
					got = append(got, s.ID)
				}
				if cursor = list.NextCursor; pages > 5 {
					t.Fatal("the pages have no end")
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", path, got, want)
			}
			for query, n := range map[string]int{"": 5, "?limit=100": 5, "?limit=0": 1, "?limit=-4": 1, "?limit=999999": 5, "?limit=5": 5, "?limit=4": 4} {
				var list sessionList
				ada.Do("GET", path+query, nil).Want(http.StatusOK).Into(&list)
				if len(list.Sessions) != n || (list.NextCursor != "") != (n < 5) {
					t.Errorf("%s%s: %d sessions, next %q", path, query, len(list.Sessions), list.NextCursor)
				}
			}
			if a := ada.Do("GET", path+"?cursor=abc", nil); a.Status != http.StatusBadRequest || a.ErrorCode() != "bad_cursor" {
				t.Errorf("%s with an altered cursor: %d %s", path, a.Status, a.Body)
			}
		}
	})
}

// The list of chats reads no personas, so a persona with invalid JSON does not break it.
func TestSessionsReadNoPersonas(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada := e.NewUser("Mirela")
		openChat(t, ada, freeCharacterSlug)
		execSQL(t, dbtest.OpenSQL(t, o), `UPDATE characters SET persona = '{"broken' WHERE slug = '`+freeCharacterSlug+`'`)
		var list sessionList
		a := ada.Do("GET", "/sessions/characterProfile", nil).Want(http.StatusOK).Into(&list)
		if len(list.Sessions) != 1 || list.Sessions[0].Character.Name != "Ada Lovelace" || !strings.Contains(a.Body, `"is_free":true`) {
			t.Errorf("%s", a.Body)
		}
	})
}
