package message

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core/clocktest"
	"colloquy/internal/fold"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// storedMessage is a message that a search can find: it is neither deleted nor replaced.
type storedMessage struct {
	Position
	conversation, content string
}

// searchedConversations are the conversations of a property test, with their current messages.
type searchedConversations struct {
	t                 *testing.T
	db                *storage.DB
	random            *rand.Rand
	currentMessages   []storedMessage
	addedMessageCount int
}

var writtenWords = []string{
	"garden", "Gardener", "gar", "d'Arc", "Été", "ёжик", "Ёж", "東京タワー", "京都", "東京都", "東", "コーヒー", "が", "สวัสดี", "ภาษาไทย",
	"مرحبا", "iPhone電話", "2026年", "한국어", "हिन्दी", "🙂", "AND", "OR", "NEAR(", "u-1_1", "\"", "'", "*", ":", "\\", "a", "b", "u-1_",
}

var searchedTexts = []string{
	"garden", "gar", "g", "GARDENER", "darc", "ete", "еж", "東京", "東京都", "京", "都", "タワー", "ー", "コーヒ", "か", "สวัส", "ไทย", "م", "iphone", "電話", "202", "年",
	"한", "हिन", "and", "or", "near", "garden 東京", "a b", "a a", "u-1_1", "xqzj", "東京京都", "\"", "* OR a", "'a' | 'b'", "🙂",
}

func (w *searchedConversations) randomText() string {
	var out []string
	for range w.random.IntN(6) {
		out = append(out, writtenWords[w.random.IntN(len(writtenWords))])
	}
	return strings.Join(out, []string{" ", ", ", "", "\n"}[w.random.IntN(4)])
}

func (w *searchedConversations) inTx(fn func(tx storage.Querier) error) {
	w.t.Helper()
	if err := w.db.Write(w.t.Context(), fn); err != nil {
		w.t.Fatal(err)
	}
}

func (w *searchedConversations) exec(query string, args ...any) {
	w.t.Helper()
	w.inTx(func(tx storage.Querier) error {
		_, err := tx.ExecContext(w.t.Context(), query, args...)
		return err
	})
}

// addMessage stores a message in one of three ways: complete at once, as a reply that ends,
// or as a reply that is interrupted.
func (w *searchedConversations) addMessage() {
	w.t.Helper()
	w.addedMessageCount++
	m := Message{
		ID: fmt.Sprintf("m%06d", w.random.IntN(1_000_000)*1000+w.addedMessageCount), Content: w.randomText(), Status: Complete,
		ConversationID: []string{"u-1_1", "u-1_11", "u-2_1"}[w.random.IntN(3)], CreatedAt: time.UnixMilli(int64(1_700_000_000_000 + w.addedMessageCount/3)),
	}
	wayToStore := w.random.IntN(3)
	if wayToStore > 0 {
		m.Status = Generating
	}
	w.inTx(func(tx storage.Querier) (err error) {
		if m.Seq, err = Insert(w.t.Context(), tx, m); err != nil || wayToStore == 0 {
			return err
		}
		if wayToStore == 2 {
			_, err = Interrupt(w.t.Context(), tx, m, "", 1)
			return err
		}
		m.Status, m.Content = Complete, w.randomText()
		_, err = Finish(w.t.Context(), tx, m, 1)
		return err
	})
	w.currentMessages = append(w.currentMessages, storedMessage{Position{m.CreatedAt.UnixMilli(), m.Seq, m.ID}, m.ConversationID, m.Content})
}

// removeMessage deletes a random message or makes it a replaced version.
func (w *searchedConversations) removeMessage() {
	w.t.Helper()
	i := w.random.IntN(len(w.currentMessages))
	id := w.currentMessages[i].ID
	if w.random.IntN(2) == 0 {
		w.inTx(func(tx storage.Querier) error { return Delete(w.t.Context(), tx, []string{id}) })
	} else {
		w.exec(`UPDATE messages SET is_active = FALSE WHERE id = $1`, id)
	}
	w.currentMessages = slices.Delete(w.currentMessages, i, i+1)
}

var unspacedRun = regexp.MustCompile(`([\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}ー]+)`)

// expectedPositions returns the correct result of a search. It reads every message.
func (w *searchedConversations) expectedPositions(scope Scope, text string) (out []Position) {
	terms := strings.Fields(unspacedRun.ReplaceAllString(fold.Text(text), " $1 "))
	for _, m := range w.currentMessages {
		if strings.HasPrefix(m.conversation, scope.UserID+"_") && (scope.ConversationID == "" || scope.ConversationID == m.conversation) && containsAll(m.content, terms) {
			out = append(out, m.Position)
		}
	}
	slices.SortFunc(out, Position.compare)
	return out
}

func containsAll(content string, terms []string) bool {
	text := fold.Text(content)
	words := strings.Fields(unspacedRun.ReplaceAllString(text, " $1 "))
	for _, term := range terms {
		if unspacedRun.MatchString(term) && strings.Contains(text, term) {
			continue
		}
		if !slices.ContainsFunc(words, func(word string) bool {
			return !unspacedRun.MatchString(word) && strings.HasPrefix(word, term)
		}) {
			return false
		}
	}
	return len(terms) > 0
}

func (w *searchedConversations) checkSearchesAgainstScan(recentLimit, pageSize int) {
	w.t.Helper()
	for _, scope := range []Scope{{UserID: "u-1"}, {UserID: "u-2"}, {"u-1", "u-1_1"}, {"u-1", "u-1_11"}, {UserID: "u"}} {
		for _, text := range searchedTexts {
			want := w.expectedPositions(scope, text)
			var got []Position
			for lastPosition := SearchStart; ; {
				list, err := searchWithRecentLimit(w.t.Context(), w.db, scope, ParseTerms(text), lastPosition, pageSize, recentLimit)
				if err != nil {
					w.t.Fatalf("%q: %v", text, err)
				}
				got = append(got, list...)
				if len(list) < pageSize || len(got) > len(want) {
					break
				}
				lastPosition = list[len(list)-1]
			}
			if !slices.Equal(got, want) {
				w.t.Errorf("%q in %v by %d, %d read: %v, want %v", text, scope, pageSize, recentLimit, got, want)
			}
		}
	}
}

// TestSearchAgreesWithAScan compares searches with a scan of all messages, in several scripts.
// Between the searches it adds, deletes and replaces messages. The first argument of checkSearchesAgainstScan is
// the number of messages that a search reads one by one. It decides how much a search uses the
// index.
// rules chat-search-words, chat-search-current, chat-search-own
func TestSearchAgreesWithAScan(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		w := &searchedConversations{t: t, db: db, random: rand.New(rand.NewPCG(4, 7))}
		for i, id := range []string{"u-1_1", "u-1_11", "u-2_1"} {
			w.exec(`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ($1, $2, $3, 0, 0)`, id, id[:3], i)
		}
		for range 4 {
			for range 40 {
				w.addMessage()
			}
			for range 12 {
				w.removeMessage()
			}
			w.checkSearchesAgainstScan(maxRecentRows, 7) // before the words are stored
			if _, err := AddSearchWords(t.Context(), db, 100); err != nil {
				t.Fatal(err)
			}
			w.checkSearchesAgainstScan(1, 4)
			w.checkSearchesAgainstScan(5, 1000)
		}
		w.exec(`DELETE FROM conversations WHERE id = 'u-1_1'`)
		w.currentMessages = slices.DeleteFunc(w.currentMessages, func(m storedMessage) bool { return m.conversation == "u-1_1" })
		w.checkSearchesAgainstScan(1, 100)
	})
}

// Nothing of a deleted message stays in the index of SQLite.
// rule chat-search-current
func TestDeletedWordsLeaveTheIndex(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	w := &searchedConversations{t: t, db: db, random: rand.New(rand.NewPCG(1, 1))}
	w.exec(`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ('u-1_1', 'u-1', 1, 0, 0)`)
	clock := clocktest.At(time.UnixMilli(1_700_000_000_000))
	for i, text := range []string{"an ordinary line", "the word xylograph"} {
		w.inTx(func(tx storage.Querier) error {
			_, err := Insert(t.Context(), tx, Message{ID: fmt.Sprint(i), ConversationID: "u-1_1", Content: text, Status: Complete, CreatedAt: clock.Now()})
			return err
		})
	}
	if n, err := AddSearchWords(t.Context(), db, 10); err != nil || n != 2 {
		t.Fatal(n, err)
	}
	countBlocksWithWord := func() (n int) {
		const query = `SELECT count(*) FROM message_words_data WHERE instr(CAST(block AS BLOB), CAST('xylograph' AS BLOB)) > 0`
		if err := db.Reader().QueryRowContext(t.Context(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if countBlocksWithWord() == 0 {
		t.Fatal("the test does not see the words of the index")
	}
	w.inTx(func(tx storage.Querier) error { return Delete(t.Context(), tx, []string{"1"}) })
	if n := countBlocksWithWord(); n != 0 {
		t.Errorf("%d blocks have a deleted word", n)
	}
}
