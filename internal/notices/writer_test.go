package notices

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"colloquy/internal/storage"
)

// notifyAll writes notices concurrently, each in its own transaction. It returns how often
// mail was wanted.
func (b *harness) notifyAll(list ...Notice) (wantedMails int) {
	b.t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, n := range list {
		wg.Go(func() {
			err := b.db.Write(b.t.Context(), func(tx storage.Querier) error {
				wantsMail, err := NewWriter(b.db, b.clock).Notify(b.t.Context(), tx, n)
				mu.Lock()
				defer mu.Unlock()
				if err == nil && wantsMail {
					wantedMails++
				}
				return err
			})
			if err != nil {
				b.t.Error(err)
			}
		})
	}
	wg.Wait()
	return wantedMails
}

// rule payment-notices
func TestNoticeOfAnObjectIsToldOnce(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		n := Notice{UserID: ada.UserID, Kind: "purchase", ObjectID: "o1", Title: "T", Message: "One.", ActionURL: "/user?section=payments", ActionText: "View"}
		list := slices.Repeat([]Notice{n}, 20)
		for i, change := range []func(n *Notice){
			func(n *Notice) { n.Kind = "refund" }, func(n *Notice) { n.ObjectID = "o2" }, func(n *Notice) { n.UserID = bo.UserID },
		} {
			changedNotice := n
			changedNotice.Message = fmt.Sprint(i)
			change(&changedNotice)
			list = append(list, changedNotice)
		}
		if wanted := b.notifyAll(list...); wanted != len(list) {
			t.Errorf("mail is wanted %d times of %d", wanted, len(list))
		}
		if got := len(b.unreadRowsOf(ada.UserID)); got != 3 {
			t.Errorf("%d notices", got)
		}
		b.wantUnreadMessages(bo.UserID, "2")
	})
}

// rules settings-notices, payment-notices
func TestNoticeOfAGroupObeysTheSwitches(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.setSettings(ada.UserID, "character_updates = FALSE, mail_updates = TRUE")
		b.setSettings(bo.UserID, "mail_updates = FALSE")
		for user, want := range map[string]struct{ wanted, shown, always int }{ada.UserID: {1, 0, 1}, bo.UserID: {0, 1, 1}, cy.UserID: {0, 1, 1}} {
			n := Notice{UserID: user, Kind: "reminder", Group: "character_updates", ObjectID: "o1", Title: "T", Message: "M", ActionURL: "/user", ActionText: "View"}
			if wanted := b.notifyAll(n); wanted != want.wanted || len(b.unreadRowsOf(user)) != want.shown {
				t.Errorf("%s: mail %d, shown %d", user, wanted, len(b.unreadRowsOf(user)))
			}
			n.Group, n.ObjectID = "", "o2"
			if wanted := b.notifyAll(n); wanted != want.always || len(b.unreadRowsOf(user)) != want.shown+1 {
				t.Errorf("without a group %s: mail %d, shown %d", user, wanted, len(b.unreadRowsOf(user)))
			}
		}
	})
}
