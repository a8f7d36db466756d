package catalogue

import (
	"fmt"
	"strings"
	"testing"

	"colloquy/internal/storage/dbtest"
)

// startChats inserts conversations of n users with a character. from is the number of
// the first user.
func (b *harness) startChats(characterID, from, n int) {
	b.t.Helper()
	rows := make([]string, n)
	for i := range rows {
		rows[i] = fmt.Sprintf("('%[1]d_%[2]d', '%[1]d', %[2]d, 1, 1)", from+i, characterID)
	}
	b.execSQL(`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ` + strings.Join(rows, ", "))
}

func (b *harness) wantChats(want map[int]int) {
	b.t.Helper()
	got, err := b.countChats(b.t.Context(), []int{1, 2, 3})
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		b.t.Errorf("got %v, want %v, %v", got, want, err)
	}
}

// Below minCachedChatCount each call counts the conversations; from minCachedChatCount on the count is
// cached for a minute.
func TestManyChatsAreCountedOnceAMinute(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		db := dbtest.CountQueries(b.deps.DB.Reader())
		b.store.db = db
		b.startChats(1, 0, minCachedChatCount)
		b.startChats(2, 0, minCachedChatCount-1)
		b.wantChats(map[int]int{1: 1000, 2: 999})
		b.startChats(1, 5000, 1)
		b.startChats(2, 5000, 1)
		b.wantChats(map[int]int{1: 1000, 2: 1000})
		db.TakeCount()
		for range 10 {
			if got, err := b.countChats(t.Context(), []int{1, 2}); err != nil || got[1] != 1000 || got[2] != 1000 {
				t.Errorf("got %v, %v", got, err)
			}
		}
		if n := db.TakeCount(); n != 0 {
			t.Errorf("%d queries for cached counts", n)
		}
		for range 60 {
			b.clock.Now() // advances the clock by a second
		}
		b.wantChats(map[int]int{1: 1001, 2: 1000})
		b.execSQL(`DELETE FROM conversations WHERE character_id = 2`)
		for range 60 {
			b.clock.Now()
		}
		b.wantChats(map[int]int{1: 1001})
	})
}

func TestOneCallerRecountsAnExpiredCount(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.startChats(1, 0, minCachedChatCount)
		b.wantChats(map[int]int{1: 1000})
		lateTime := b.clock.Now().Add(2 * chatCountTTL)
		chatCountByID := map[int]int{}
		if missingIDs := b.chatCountCache.lookup([]int{1}, lateTime, chatCountByID); len(missingIDs) != 1 || len(chatCountByID) != 0 {
			t.Errorf("the first gets %v, %v", missingIDs, chatCountByID)
		}
		if missingIDs := b.chatCountCache.lookup([]int{1}, lateTime, chatCountByID); len(missingIDs) != 0 || chatCountByID[1] != 1000 {
			t.Errorf("the second gets %v, %v", missingIDs, chatCountByID)
		}
	})
}
