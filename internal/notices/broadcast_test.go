package notices

import (
	"fmt"
	"sync"
	"testing"
)

// startArticleBroadcast announces an article and returns the payload of the broadcast's job.
func (b *harness) startArticleBroadcast(id int) []byte {
	b.t.Helper()
	if err := b.AnnounceArticles(b.t.Context(), []Article{{ID: id, Slug: "on-bees", Title: "On bees", Subtitle: "A look"}}); err != nil {
		b.t.Fatal(err)
	}
	var payload string
	if err := b.db.Reader().QueryRowContext(b.t.Context(), `SELECT payload FROM jobs WHERE kind = $1`, BroadcastJob).Scan(&payload); err != nil {
		b.t.Fatal(err)
	}
	return []byte(payload)
}

// Several workers at the same time, and later runs, notify each user once. A user who has
// deleted the notice does not get it again.
// rule notifications-newsletter
func TestBroadcastTellsEachUserOnce(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		const many = 2*usersPerTx + 5
		for i := range many - 3 {
			b.insertUser(fmt.Sprintf("fan-%04d", i))
		}
		payload := b.startArticleBroadcast(1)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if err := b.runBroadcast(t.Context(), payload); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := b.selectNumber(`SELECT count(*) FROM notifications`); n != many || b.selectNumber(`SELECT count(DISTINCT user_id) FROM notifications`) != many {
			t.Errorf("%d notices for %d users", n, many)
		}
		b.exec(`DELETE FROM notifications WHERE user_id = 'fan-0001'`)
		if err := b.runBroadcast(t.Context(), payload); err != nil || b.selectNumber(`SELECT count(*) FROM notifications`) != many-1 {
			t.Errorf("a second run tells again, %v", err)
		}
		if err := b.runBroadcast(t.Context(), []byte("{")); err == nil {
			t.Error("a broken payload is no error")
		}
	})
}

// If a process ends in the middle of a broadcast, the next run continues after the last user
// whose batch is written.
func TestBroadcastContinuesWhereItStopped(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		payload := b.startArticleBroadcast(1)
		b.exec(`UPDATE notice_broadcasts SET after_user = $1`, bo.UserID)
		if err := b.runBroadcast(t.Context(), payload); err != nil {
			t.Fatal(err)
		}
		b.wantUnreadMessages(ada.UserID)
		b.wantUnreadMessages(bo.UserID)
		b.wantUnreadMessages(cy.UserID, "“On bees”: A look")
	})
}
