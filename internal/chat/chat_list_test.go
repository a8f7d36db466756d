package chat_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

type chatList struct {
	Data struct {
		Chats []struct {
			ID        string
			Character struct {
				Slug, Name string
				CoinURL    string `json:"coin_url"`
				IsActive   bool   `json:"is_active"`
			}
			LastMessage  *struct{ Content string }
			MessageCount int       `json:"message_count"`
			UpdatedAt    time.Time `json:"updated_at"`
		}
		NextCursor string
		Total      int
	}
}

func (l chatList) slugsText() string {
	var out []string
	for _, c := range l.Data.Chats {
		out = append(out, c.Character.Slug)
	}
	return strings.Join(out, " ")
}

func listChats(c *apptest.Client, query url.Values) (list chatList) {
	c.T.Helper()
	c.Do("GET", "/user/chats?"+query.Encode(), nil).Want(http.StatusOK).Into(&list)
	return list
}

// openThreeChats opens conversations with three characters, and stores a message in the first
// of them a day later.
func openThreeChats(t *testing.T, e *apptest.Env) (ada *apptest.Client, ids []string) {
	ada = e.NewUser("Mirela")
	for _, slug := range []string{freeCharacterSlug, "frida-kahlo", "nikola-tesla"} {
		ids = append(ids, openChat(t, ada, slug))
		e.Clock.Advance(time.Minute)
	}
	e.Clock.Advance(24 * time.Hour)
	ada.Login()
	ada.Do("POST", "/messages/"+ids[0], map[string]any{"content": "Où est l'Été, d’accord?"}).Want(http.StatusCreated)
	return ada, ids
}

// rule chats-list
func TestChatsAreListedLatestFirst(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, ids := openThreeChats(t, e)
		openChat(t, e.NewUser("Bo"), freeCharacterSlug)
		e.SetCharacterFlag("frida-kahlo", "is_active", false)
		list := listChats(ada, nil)
		if list.slugsText() != "ada-lovelace nikola-tesla frida-kahlo" || list.Data.Total != 3 || list.Data.NextCursor != "" {
			t.Fatalf("%+v", list)
		}
		firstChat, hiddenChat := list.Data.Chats[0], list.Data.Chats[2]
		if firstChat.ID != ids[0] || firstChat.MessageCount != 2 || firstChat.LastMessage == nil || firstChat.LastMessage.Content != "Où est l'Été, d’accord?" || firstChat.Character.CoinURL == "" {
			t.Errorf("%+v", firstChat)
		}
		if hiddenChat.Character.IsActive || !firstChat.Character.IsActive {
			t.Errorf("%+v", hiddenChat)
		}
		ada.Do("GET", "/messages/"+hiddenChat.ID, nil).Want(http.StatusOK)
	})
}

// rule chats-list
func TestPagesOfChatsJoinToTheWholeList(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, _ := openThreeChats(t, e)
		for _, search := range []string{"", "a"} {
			var got []string
			cursor, pages := "", 0
			for ; pages == 0 || cursor != ""; pages++ {
				list := listChats(ada, url.Values{"limit": {"1"}, "cursor": {cursor}, "search": {search}})
				if list.Data.Total != 3 {
					t.Errorf("page %d has the total %d", pages, list.Data.Total)
				}
				got, cursor = append(got, list.slugsText()), list.Data.NextCursor
			}
			if !slices.Equal(got, []string{"ada-lovelace", "nikola-tesla", "frida-kahlo"}) {
				t.Errorf("%q: %v", search, got)
			}
		}
		if a := ada.Do("GET", "/user/chats?cursor=abc", nil); a.Status != http.StatusBadRequest || a.ErrorCode() != "bad_cursor" {
			t.Errorf("an altered cursor: %d %s", a.Status, a.Body)
		}
		for limit, n := range map[string]int{"0": 1, "-4": 1, "999999": 3, "2": 2} {
			if list := listChats(ada, url.Values{"limit": {limit}}); len(list.Data.Chats) != n {
				t.Errorf("limit %s: %d chats", limit, len(list.Data.Chats))
			}
		}
	})
}

// rule chats-search
func TestSearchFindsNamesAndLastMessages(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada, _ := openThreeChats(t, e)
		checkSearch := func(search, want string) {
			t.Helper()
			if list := listChats(ada, url.Values{"search": {search}}); list.slugsText() != want || list.Data.Total != len(strings.Fields(want)) {
				t.Errorf("%q finds %q, total %d, want %q", search, list.slugsText(), list.Data.Total, want)
			}
		}
		checkSearch("LOVELACE", freeCharacterSlug)
		checkSearch(" fríd ", "frida-kahlo")
		checkSearch("ou est lete d'accord", freeCharacterSlug)
		checkSearch("ÉTÉ", freeCharacterSlug)
		checkSearch("science", "") // a tag
		checkSearch("%", "")
		checkSearch("?!", "")
		checkSearch("   ", "ada-lovelace nikola-tesla frida-kahlo")
		checkSearch(strings.Repeat("x", 5000), "")
		e.SetCharacterFlag("frida-kahlo", "is_deleted", true)
		checkSearch("kahlo", "frida-kahlo")
		execSQL(t, dbtest.OpenSQL(t, o), `UPDATE conversations SET search_text = NULL, last_message = 'Vom Äther
und mehr' WHERE character_id = (SELECT character_id FROM characters WHERE slug = 'nikola-tesla')`)
		checkSearch("ather und", "nikola-tesla")
	})
}

// rule chats-period
func TestPeriodSelectsChatsByTheirLastMessage(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, _ := openThreeChats(t, e)
		newestTime := listChats(ada, nil).Data.Chats[0].UpdatedAt
		dayText := newestTime.Add(-12 * time.Hour).Format(time.RFC3339)
		newestTimeText := newestTime.Format(time.RFC3339Nano)
		for want, query := range map[string]url.Values{
			"ada-lovelace":              {"from": {dayText}},
			"nikola-tesla frida-kahlo":  {"until": {dayText}},
			"frida-kahlo":               {"until": {dayText}, "search": {"kahlo"}},
			"ada-lovelace ":             {"from": {newestTimeText}},
			"nikola-tesla frida-kahlo ": {"until": {newestTimeText}},
			"":                          {"from": {newestTimeText}, "until": {newestTimeText}},
		} {
			if list := listChats(ada, query); list.slugsText() != strings.TrimSpace(want) || list.Data.Total != len(strings.Fields(want)) {
				t.Errorf("%v: %q, total %d, want %q", query, list.slugsText(), list.Data.Total, want)
			}
		}
		for _, bad := range []string{"yesterday", "2026-03-01", "-1"} {
			ada.Do("GET", "/user/chats?from="+bad, nil).Want(http.StatusUnprocessableEntity)
		}
	})
}

// A conversation without messages has no last message. rule chats-list
func TestChatWithoutMessagesHasNoLastMessage(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada := e.NewUser("Mirela")
		openChat(t, ada, freeCharacterSlug)
		execSQL(t, dbtest.OpenSQL(t, o), `UPDATE conversations SET last_message = '', search_text = ''`)
		if a := ada.Do("GET", "/user/chats", nil).Want(http.StatusOK); !strings.Contains(a.Body, `"lastMessage":null`) {
			t.Error(a.Body)
		}
	})
}

// rule chats-list
func TestPageHasAtMostAHundredChats(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada := e.NewUser("Mirela")
		openChat(t, ada, freeCharacterSlug)
		addChats(t, dbtest.OpenSQL(t, o), ada.UserID, 200)
		for _, search := range []string{"", "line"} {
			firstPage := listChats(ada, url.Values{"search": {search}})
			if len(firstPage.Data.Chats) != 100 || firstPage.Data.NextCursor == "" || firstPage.Data.Total < 200 {
				t.Errorf("%q: %d of %d chats", search, len(firstPage.Data.Chats), firstPage.Data.Total)
			}
		}
	})
}

// addChats inserts conversations with other characters of the seed.
func addChats(t *testing.T, db *sql.DB, userID string, n int) {
	t.Helper()
	execSQL(t, db, fmt.Sprintf(`INSERT INTO conversations (id, user_id, character_id, last_message, message_count, created_at, updated_at, search_text)
		SELECT '%[1]s_' || CAST(character_id AS TEXT), '%[1]s', character_id, 'A line', 1, 1, %[2]d + character_id, 'a line' FROM characters
		WHERE slug <> '%[3]s' ORDER BY character_id LIMIT %[4]d`, userID, core.Millis(time.Now().Add(-time.Hour)), freeCharacterSlug, n))
}
