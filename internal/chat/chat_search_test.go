package chat

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/fold"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestSearchEqualsItsDefinition checks that the pages of a search have exactly the conversations
// of expectedChats. The last messages are random, and many have the same time.
// rules chats-search, chats-list
func TestSearchEqualsItsDefinition(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		s := &Service{deps: Deps{Characters: queryCountingCharacters{queries: dbtest.CountQueries(nil)}}, store: store{db: db}}
		allConversations := addRandomConversations(t, db, 120)
		for _, search := range []string{"", "a", "été", "Ёжик", "東京", "1", "17 0", "مرحبا", "?!", "a\nb", "xqzj"} {
			want := expectedChats(allConversations, search)
			for _, limit := range []int{1, 7, 100} {
				if got := searchAllPages(t, s, search, limit, len(want)); !slices.Equal(got, want) {
					t.Errorf("%q by %d: %v, want %v", search, limit, got, want)
				}
			}
		}
	})
}

func addRandomConversations(t *testing.T, db *storage.DB, n int) []Conversation {
	t.Helper()
	words := []string{"", "a", "Été", "ёжик", "東京タワー", "مرحبا", "17 0", "1", "\n", "?!", "🙂", "b"}
	random := rand.New(rand.NewPCG(1, 2))
	list := make([]Conversation, n)
	err := db.Write(t.Context(), func(tx storage.Querier) error {
		for i := range list {
			var text []string
			for range random.IntN(4) {
				text = append(text, words[random.IntN(len(words))])
			}
			list[i] = Conversation{
				ID: conversationID("u", i+1), UserID: "u", CharacterID: i + 1,
				LastMessage: strings.Join(text, " "), UpdatedAt: time.UnixMilli(int64(random.IntN(9))),
			}
			if _, err := (store{}).insertConversation(t.Context(), tx, list[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// expectedChats returns the ids of the conversations that a search must find, in order. The name
// of character 1 matches every text, because queryCountingCharacters.IDsByName always returns it.
func expectedChats(allConversations []Conversation, search string) (ids []string) {
	text := fold.Text(search)
	var found []Conversation
	for _, c := range allConversations {
		if search == "" || text != "" && (c.CharacterID == 1 || strings.Contains(fold.Text(c.LastMessage), text)) {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b Conversation) int { return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(b.ID, a.ID)) })
	for _, c := range found {
		ids = append(ids, c.ID)
	}
	return ids
}

func searchAllPages(t *testing.T, s *Service, search string, limit, total int) (ids []string) {
	t.Helper()
	for cursor := ""; ; {
		page, err := s.Chats(t.Context(), core.Actor{UserID: "u"}, ListQuery{Search: search, Limit: limit, Cursor: cursor})
		if err != nil || page.Total != total {
			t.Fatalf("%q: total %d, want %d, %v", search, page.Total, total, err)
		}
		for _, c := range page.Chats {
			ids = append(ids, c.Conversation.ID)
		}
		if cursor = page.NextCursor; cursor == "" {
			return ids
		}
	}
}
