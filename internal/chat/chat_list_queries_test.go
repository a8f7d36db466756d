package chat

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// queryCountingCharacters implements the methods of Characters that the list of chats uses. It
// counts each call as one query.
type queryCountingCharacters struct {
	Characters
	queries dbtest.QueryCounter
}

func (p queryCountingCharacters) FindWithoutPersonas(_ context.Context, ids []int) (map[int]Character, error) {
	p.queries.Add(1)
	out := map[int]Character{}
	for _, id := range ids {
		out[id] = Character{Persona: &core.Persona{CharacterID: id}}
	}
	return out, nil
}

func (p queryCountingCharacters) IDsByName(context.Context, string) (map[int]bool, error) {
	p.queries.Add(1)
	return map[int]bool{1: true}, nil
}

// rule chats-list
func TestChatsMakeAConstantNumberOfQueries(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		queries := dbtest.CountQueries(db.Reader())
		s := &Service{deps: Deps{Characters: queryCountingCharacters{queries: queries}}, store: store{db: queries}}
		for _, size := range []int{1, 3, 400} {
			addConversations(t, db, size)
			for search, want := range map[string]int{"": 3, "line": 4, "xqzj": 4} {
				page, err := s.Chats(t.Context(), core.Actor{UserID: "u"}, ListQuery{Search: search, Limit: 100})
				if err != nil || len(page.Chats) == 0 {
					t.Fatalf("%q: %d chats, %v", search, len(page.Chats), err)
				}
				if n := queries.TakeCount(); n != want {
					t.Errorf("%q of %d chats: %d queries, want %d", search, page.Total, n, want)
				}
			}
		}
	})
}

func addConversations(t *testing.T, db *storage.DB, n int) {
	t.Helper()
	err := db.Write(t.Context(), func(tx storage.Querier) error {
		for i := range n {
			c := Conversation{ID: fmt.Sprintf("u_%d", i+1), UserID: "u", CharacterID: i + 1, LastMessage: "A line"}
			if _, err := (store{}).insertConversation(t.Context(), tx, c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A search on SQLite reads only an index.
func TestSearchReadsAnIndex(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	plan, err := storage.QueryAll(t.Context(), db.Reader(), func(r storage.Row) (step string, err error) {
		var a, b, c any
		err = r.Scan(&a, &b, &c, &step)
		return step, err
	}, `EXPLAIN QUERY PLAN `+chatSearchTextsQuery, "u", 0, 1, "\n")
	if err != nil || !strings.Contains(strings.Join(plan, "\n"), "COVERING INDEX conversations_search (user_id=?") {
		t.Errorf("the plan is %q, %v", plan, err)
	}
}
