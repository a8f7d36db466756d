package notices

import (
	"fmt"
	"sync"
	"testing"
)

// startArticle announces an article and returns the payload of its job.
func (b *harness) startArticle(id int) []byte {
	b.t.Helper()
	if err := b.AnnounceArticles(b.t.Context(), []Article{{ID: id, Slug: "on-bees", Title: "On bees", Subtitle: "A look"}}); err != nil {
		b.t.Fatal(err)
	}
	var payload string
	if err := b.db.Reader().QueryRowContext(b.t.Context(), `SELECT payload FROM jobs WHERE kind = $1`, broadcastJob).Scan(&payload); err != nil {
		b.t.Fatal(err)
	}
	return []byte(payload)
}

// Several workers at once, and later runs, tell each user once, also one who has deleted
// the notice meanwhile.
// rule notifications-newsletter
func TestBroadcastTellsEachUserOnce(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		const many = 2*usersPerTx + 5
		for i := range many - 3 {
			b.user(fmt.Sprintf("fan-%04d", i))
		}
		payload := b.startArticle(1)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if err := b.runBroadcast(t.Context(), payload); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := b.number(`SELECT count(*) FROM notifications`); n != many || b.number(`SELECT count(DISTINCT user_id) FROM notifications`) != many {
			t.Errorf("%d notices for %d users", n, many)
		}
		b.exec(`DELETE FROM notifications WHERE user_id = 'fan-0001'`)
		if err := b.runBroadcast(t.Context(), payload); err != nil || b.number(`SELECT count(*) FROM notifications`) != many-1 {
			t.Errorf("a second run tells again, %v", err)
		}
		if err := b.runBroadcast(t.Context(), []byte("{")); err == nil {
			t.Error("a broken payload is no error")
		}
	})
}

// After a process that ended in the middle, the next run continues with the next user.
func TestBroadcastContinuesWhereItStopped(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		payload := b.startArticle(1)
		b.exec(`UPDATE notice_broadcasts SET after_user = $1`, bo.UserID)
		if err := b.runBroadcast(t.Context(), payload); err != nil {
			t.Fatal(err)
		}
		b.wantRows(ada.UserID)
		b.wantRows(bo.UserID)
		b.wantRows(cy.UserID, "“On bees”: A look")
	})
}
