package app_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// purchasesToTry returns the purchases of the test, one for each buyer:
//   - first nil, for a buyer without a purchase
//   - then plan 1 for character 64 and plan 2, with each combination of status and expiry
//   - at the end three active purchases of other characters
func purchasesToTry(now time.Time) []*apptest.Purchase {
	out := []*apptest.Purchase{nil}
	for _, status := range []string{"active", "expired", "pending", "failed", "cancelled", "refunded", "disputed"} {
		for _, expiry := range []time.Time{now.Add(-time.Millisecond), now, now.Add(time.Millisecond)} {
			out = append(out,
				&apptest.Purchase{PlanID: 1, CharacterID: 64, Status: status, ExpiryAt: expiry},
				&apptest.Purchase{PlanID: 2, Status: status, ExpiryAt: expiry})
		}
	}
	later := now.Add(time.Hour)
	return append(out,
		&apptest.Purchase{PlanID: 1, CharacterID: 65, Status: "active", ExpiryAt: later},
		&apptest.Purchase{PlanID: 1, CharacterID: 106, Status: "active", ExpiryAt: later},
		&apptest.Purchase{PlanID: 2, CharacterID: 20, Status: "active", ExpiryAt: later})
}

// TestAccessRuleOfEveryCall compares the answer of every call that sends a message or shows a lock
// with the answer that access_oracle_test.go computes. Rules access-who-may-chat,
// access-locked-refuses, accounts-purchases.
func TestAccessRuleOfEveryCall(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		a, buyers := startAccessTest(t, o, purchasesToTry)
		a.checkLocksInLists(buyer{Client: a.NewVisitor()}, false)
		for _, b := range buyers {
			a.checkBuyer(b)
		}
	})
}

// TestAccessRuleForBuyersAtOnce: several buyers make calls in parallel. In each answer, the locks
// of the characters follow from the purchases of the calling buyer. Rule access-who-may-chat.
func TestAccessRuleForBuyersAtOnce(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		a, buyers := startAccessTest(t, o, func(now time.Time) []*apptest.Purchase {
			later := now.Add(time.Hour)
			return []*apptest.Purchase{
				nil,
				{PlanID: 1, CharacterID: 64, Status: "active", ExpiryAt: later},
				{PlanID: 2, Status: "active", ExpiryAt: later},
				{PlanID: 1, CharacterID: 64, Status: "active", ExpiryAt: now},
			}
		})
		var workers sync.WaitGroup
		for _, b := range buyers {
			workers.Go(func() { a.checkBuyer(b) })
		}
		workers.Wait()
	})
}

// startAccessTest starts an application with a buyer of each purchase, and stops its clock.
func startAccessTest(t *testing.T, o storage.Options, purchases func(now time.Time) []*apptest.Purchase) (*accessTest, []buyer) {
	t.Helper()
	clock := &stoppableClock{}
	e := apptest.Start(t, o, apptest.WithPayment, func(o *app.Options) { clock.Clock, o.Clock = o.Clock.(*apptest.Clock), clock })
	a := &accessTest{Env: e, t: t, now: e.Clock.Now().Add(24 * time.Hour)}
	var buyers []buyer
	for i, p := range purchases(a.now) {
		if i%15 == 0 {
			e.Clock.Advance(2 * time.Hour) // so that the limit of registrations does not refuse a buyer
		}
		b := buyer{e.NewUser(fmt.Sprint("Buyer", i)), p}
		if p != nil {
			e.AddPurchase(b.UserID, *p)
		}
		buyers = append(buyers, b)
	}
	a.insertAccessRows(buyers)
	a.shareToken = url.PathEscape("token " + buyers[0].UserID)
	clock.at.Store(&a.now)
	return a, buyers
}

// insertAccessRows sets the flags of the characters and stores a collection for every user. For every
// user and character it stores a conversation, a like and a follow. So the calls also meet existing
// rows.
func (a *accessTest) insertAccessRows(buyers []buyer) {
	a.t.Helper()
	var sql strings.Builder
	for _, s := range characterVariants {
		fmt.Fprintf(&sql, "UPDATE characters SET is_free = %t, is_active = %t, is_deleted = %t WHERE character_id = %d\n", s.isFree, s.isActive, s.isDeleted, s.id)
		for _, b := range buyers {
			id, at := fmt.Sprintf("%s_%d", b.UserID, s.id), core.Millis(a.now)
			fmt.Fprintf(&sql, "INSERT INTO conversations (id, user_id, character_id, last_message, message_count, created_at, updated_at) VALUES ('%s', '%s', %d, 'Hello', 1, %d, %d)\n", id, b.UserID, s.id, at, at)
			fmt.Fprintf(&sql, "INSERT INTO messages (id, conversation_id, seq, is_user, content, status, created_at, updated_at) VALUES ('%s-1', '%s', 1, TRUE, 'Hello', 'complete', %d, %d)\n", id, id, at, at)
		}
	}
	for _, b := range buyers {
		for _, table := range []string{"character_likes", "character_follows"} {
			for _, s := range characterVariants {
				fmt.Fprintf(&sql, "INSERT INTO %s (user_id, character_id, created_at) VALUES ('%s', %d, 1)\n", table, b.UserID, s.id)
			}
		}
		fmt.Fprintf(&sql, "INSERT INTO collection_lists (id, user_id, name, share_token, characters, created_at, updated_at) VALUES ('%s', '%s', 'All', '%s', '[101,20,102,64,103,106]', 1, 1)\n", b.collectionID(), b.UserID, "token "+b.UserID)
	}
	for _, s := range characterVariants {
		fmt.Fprintf(&sql, "INSERT INTO social_counts (character_id, likes, followers) VALUES (%d, %d, %d)\n", s.id, len(buyers), len(buyers))
	}
	executeSQL(a.t, a.Env, sql.String())
	var list struct {
		Data []struct {
			CharacterID int  `json:"character_id"`
			IsFree      bool `json:"is_free"`
		}
	}
	a.NewVisitor().Do("GET", "/characters", nil).Want(200).Into(&list)
	a.isFree = map[int]bool{}
	for _, c := range list.Data {
		a.isFree[c.CharacterID] = c.IsFree
	}
	for _, s := range characterVariants {
		a.isFree[s.id] = s.isFree
	}
}

// stoppableClock is a clock that can be stopped. If the field "at" is not nil, Now returns the time
// in this field.
type stoppableClock struct {
	*apptest.Clock
	at atomic.Pointer[time.Time]
}

func (c *stoppableClock) Now() time.Time {
	if at := c.at.Load(); at != nil {
		return *at
	}
	return c.Clock.Now()
}
