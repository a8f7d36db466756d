package fill

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"colloquy/bench/search"
	"colloquy/internal/chat/message"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// Package fill stores the lines unchanged as the search text of messages, so message.SearchText
// must not change them.
func TestLinesAreTheirOwnSearchText(t *testing.T) {
	lines, frequent, rare := makeTextLines(), 0, 0
	for _, line := range lines {
		if got := message.SearchText(line); got != line {
			t.Fatalf("the search text of %q is %q", line, got)
		}
		if strings.Contains(line, FrequentWord) {
			frequent++
		}
		if strings.Contains(line, RareWord) {
			rare++
		}
	}
	if len(lines) != lineCount || frequent != lineCount/linesPerFrequentWord || rare != 1 {
		t.Errorf("%d lines, %d with the frequent word, %d with the rare word", len(lines), frequent, rare)
	}
}

func TestNthWordsAreDistinct(t *testing.T) {
	distinctWords := map[string]bool{}
	for n := range wordCount {
		distinctWords[nthWord(n)] = true
	}
	if len(distinctWords) != wordCount {
		t.Errorf("%d of %d words differ", len(distinctWords), wordCount)
	}
}

// TestFillInsertsConsistentRows fills the smallest database and compares the rows with what the product stores.
func TestFillInsertsConsistentRows(t *testing.T) {
	const messages = 10_000
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		if err := search.LoadPersonas(t.Context(), o, search.GeneratePersonas(maxHeavyUserTalks)); err != nil {
			t.Fatal(err)
		}
		db := dbtest.Open(t, o)
		got, err := Fill(t.Context(), db, Users{HeavyUserID: "heavy", OrdinaryUserIDs: []string{"one", "two"}}, messages, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(got.HeavyUserTalkID, "heavy_") || got.HeavyUserMessageID == "" || len(got.OrdinaryTalks) != 2 || !strings.HasPrefix(got.PopularSlug, "synthetic-") {
			t.Errorf("%+v", got)
		}
		for query, want := range map[string]int{
			`SELECT count(*) FROM messages`:                                     messages,
			`SELECT count(*) FROM comments`:                                     messages / messagesPerComment,
			`SELECT count(*) FROM notifications`:                                messages / messagesPerComment,
			`SELECT count(*) FROM messages WHERE conversation_id LIKE 'heavy%'`: messages / messagesPerHeavyUserMessage,
			`SELECT count(*) FROM messages WHERE conversation_id LIKE 'one%'`:   talksPerUser * messagesPerTalk,
			`SELECT count(*) FROM conversations c WHERE message_count <> (SELECT count(*) FROM messages WHERE conversation_id = c.id)`:                                                             0,
			`SELECT count(*) FROM messages m WHERE reply_to IS NOT NULL AND NOT EXISTS (SELECT 1 FROM messages WHERE id = m.reply_to AND conversation_id = m.conversation_id AND seq = m.seq - 1)`: 0,
			`SELECT count(*) - count(DISTINCT created_at) FROM messages`:                                                                                                                           0,
		} {
			var n int
			if err := db.Reader().QueryRowContext(t.Context(), query).Scan(&n); err != nil || n != want {
				t.Errorf("%s: %d, %v, want %d", query, n, err, want)
			}
		}
		expectSearchFindsAll(t, db, message.Scope{UserID: "one"})
		expectSearchFindsAll(t, db, message.Scope{UserID: "heavy"})
	})
}

// expectSearchFindsAll compares the product's search with a LIKE over all messages of a user.
func expectSearchFindsAll(t *testing.T, db *storage.DB, scope message.Scope) {
	t.Helper()
	terms := message.ParseTerms(FrequentWord)
	results, err := message.Search(context.Background(), db, scope, terms, message.SearchStart, math.MaxInt32)
	if err != nil {
		t.Fatal(err)
	}
	var want int
	query := fmt.Sprintf(`SELECT count(*) FROM messages WHERE content LIKE '%%%s%%' AND conversation_id LIKE '%s\_%%' ESCAPE '\'`, FrequentWord, scope.UserID)
	if err := db.Reader().QueryRowContext(context.Background(), query).Scan(&want); err != nil || len(results) != want || want == 0 {
		t.Errorf("%s: %d found, want %d, %v", scope.UserID, len(results), want, err)
	}
}
