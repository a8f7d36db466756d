package billing

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

func (d *harness) runReminders() {
	d.t.Helper()
	if err := d.RemindBuyers(d.t.Context()); err != nil {
		d.t.Error(err)
	}
}

func withExpiryAfter(span time.Duration) func(p *Purchase) {
	return func(p *Purchase) { p.ExpiryAt = startOfMarch.Add(span) }
}

const oneDay = 24 * time.Hour

// rules payment-reminder, notifications-unsubscribe
func TestReminderIsToldThreeDaysBeforeTheEnd(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		d.wantsMail = true
		d.insertOrder("o1", "ada", withExpiryAfter(3*oneDay+time.Millisecond))
		d.runReminders()
		d.wantNoticesAndMails(nil, nil)
		d.clock.Advance(time.Millisecond)
		d.runReminders()
		d.runReminders()
		d.wantNoticesAndMails([]string{"reminder: Your access to Søren Kierkegaard ends on 4 March 2026."}, []string{"Your access to Søren Kierkegaard ends soon"})
		if n := d.noticesByKey["reminder o1"]; n.Group != "character_updates" || n.UserID != "ada" {
			t.Errorf("%+v", n)
		}
		if m := d.onlyMail(); !strings.Contains(m.Text, "https://chat.example/#unsubscribe=ada-character_updates") || m.OneClickUnsubscribeURL != "https://chat.example/api/unsubscribe/ada-character_updates" || !strings.Contains(m.Text, "ends on 4 March 2026") {
			t.Error(m.Text)
		}
	})
}

// rule payment-reminder
func TestReminderIsMailedToThoseWhoChoseIt(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		d.insertOrder("o1", "ada", withExpiryAfter(oneDay))
		d.runReminders()
		d.wantNoticesAndMails([]string{"reminder: Your access to Søren Kierkegaard ends on 2 March 2026."}, nil)
	})
}

// rule payment-reminder
func TestNoReminderWithoutNeed(t *testing.T) {
	longAccess := func(p *Purchase) { p.ExpiryAt = startOfMarch.AddDate(0, 0, 40) }
	withYearlyPlanEndingAfter := func(span time.Duration) func(p *Purchase) {
		return func(p *Purchase) { p.PlanID, p.CharacterID, p.ExpiryAt = 2, 0, startOfMarch.Add(span) }
	}
	cases := map[string]struct {
		order, other func(p *Purchase)
		told         bool
	}{
		"over":               {order: withExpiryAfter(0)},
		"later":              {order: withExpiryAfter(4 * oneDay)},
		"refunded":           {order: func(p *Purchase) { p.ExpiryAt, p.Status = startOfMarch.Add(oneDay), Refunded }},
		"disputed":           {order: func(p *Purchase) { p.ExpiryAt, p.Status = startOfMarch.Add(oneDay), Disputed }},
		"short":              {order: func(p *Purchase) { p.ExpiryAt, p.Days, p.Provider = startOfMarch.Add(oneDay), 6, GrantProvider }},
		"grant of a week":    {order: func(p *Purchase) { p.ExpiryAt, p.Days, p.Provider = startOfMarch.Add(oneDay), 7, GrantProvider }, told: true},
		"account deleted":    {order: func(p *Purchase) { p.ExpiryAt, p.UserID = startOfMarch.Add(oneDay), "" }},
		"extended":           {order: withExpiryAfter(oneDay), other: longAccess},
		"extension refunded": {order: withExpiryAfter(oneDay), other: func(p *Purchase) { longAccess(p); p.Status = Refunded }, told: true},
		"other character":    {order: withExpiryAfter(oneDay), other: func(p *Purchase) { longAccess(p); p.CharacterID = 22 }, told: true},
		"other user":         {order: withExpiryAfter(oneDay), other: func(p *Purchase) { longAccess(p); p.UserID = "bo" }, told: true},
		"covered":            {order: withExpiryAfter(oneDay), other: withYearlyPlanEndingAfter(300 * oneDay)},
		"covered as long":    {order: withExpiryAfter(oneDay), other: func(p *Purchase) { withYearlyPlanEndingAfter(oneDay)(p); p.Days = 1 }},
		"covered in part":    {order: withExpiryAfter(2 * oneDay), other: func(p *Purchase) { withYearlyPlanEndingAfter(oneDay)(p); p.Days = 1 }, told: true},
		"year ends":          {order: withYearlyPlanEndingAfter(oneDay), other: longAccess, told: true},
	}
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		for name, c := range cases {
			d.execSQL(`DELETE FROM purchases`)
			clear(d.noticesByKey)
			d.insertOrder("o1", "ada", c.order)
			if c.other != nil {
				d.insertOrder("o2", "ada", c.other)
			}
			d.runReminders()
			if _, told := d.noticesByKey["reminder o1"]; told != c.told || len(d.noticesByKey) > 1 {
				t.Errorf("%s: told %v", name, d.noticesByKey)
			}
		}
	})
}

// Two services send the reminders at the same time, like two processes. Then a third service runs
// the job again, like a process after a restart. Each reminder is sent once.
// rule payment-reminder
func TestThousandRemindersAreToldOnce(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		const many = 1000
		d.insertOrder("o-0", "ada", withExpiryAfter(oneDay))
		d.execSQL(`INSERT INTO purchases (id, user_id, plan_id, plan_name, cycle, description, days, character_id, amount, currency, provider, order_id, status, payment_status, expiry_at, created_at, updated_at)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
			SELECT 'o-' || i, CASE WHEN i < 20 THEN user_id ELSE 'buyer-' || i END, plan_id, plan_name, cycle, description, days, 1000 + i, amount, currency, provider, 'order-' || i, status, payment_status, expiry_at, created_at, updated_at FROM purchases, n`)
		harnesses := []*harness{d, newHarness(t, d.db)}
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(harnesses[i%2].runReminders)
		}
		wg.Wait()
		restartedHarness := newHarness(t, d.db)
		restartedHarness.runReminders()
		noticeCounts := map[string]int{}
		for _, one := range append(harnesses, restartedHarness) {
			for key := range one.noticesByKey {
				noticeCounts[key]++
			}
		}
		if len(noticeCounts) != many || len(restartedHarness.noticesByKey) > 0 {
			t.Errorf("%d told, %d after a restart", len(noticeCounts), len(restartedHarness.noticesByKey))
		}
		for key, n := range noticeCounts {
			if n != 1 {
				t.Fatal(fmt.Sprint(key, " is told ", n, " times"))
			}
		}
	})
}

// A purchase whose user cannot be looked up does not hold up the other purchases of its batch.
// rule payment-reminder
func TestReminderThatFailsHoldsUpNoOther(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		for _, user := range []string{"ada", "bo", "buyer-1"} {
			d.insertOrder("o-"+user, user, withExpiryAfter(oneDay))
		}
		d.deps.People = peopleFailingForBo{}
		if err := d.RemindBuyers(t.Context()); !errors.Is(err, errFaultyPeople) {
			t.Errorf("the job ends with %v", err)
		}
		if len(d.noticesByKey) != 2 || d.noticesByKey["reminder o-ada"].UserID == "" || d.noticesByKey["reminder o-buyer-1"].UserID == "" {
			t.Errorf("told %v", d.noticesByKey)
		}
		d.deps.People = d.fakePeople
		d.runReminders()
		if len(d.noticesByKey) != 3 {
			t.Errorf("told %v", d.noticesByKey)
		}
	})
}

var errFaultyPeople = errors.New("faulty")

// peopleFailingForBo fails for "bo".
type peopleFailingForBo struct{ fakePeople }

func (p peopleFailingForBo) Person(ctx context.Context, q storage.Querier, id string) (Person, error) {
	if id == "bo" {
		return Person{}, errFaultyPeople
	}
	return p.fakePeople.Person(ctx, q, id)
}

// No batch has two purchases of one user.
// rule payment-reminder
func TestBatchHasOnePurchaseOfAUser(t *testing.T) {
	for users, want := range map[string]string{"a": "a", "abc": "abc", "aab": "a|ab", "abcab": "abc|ab", "aaa": "a|a|a"} {
		var list []endingAccess
		for _, user := range users {
			list = append(list, endingAccess{userID: string(user)})
		}
		var got []string
		for _, batch := range splitIntoBatches(list) {
			joinedUserIDs := ""
			for _, e := range batch {
				joinedUserIDs += e.userID
			}
			got = append(got, joinedUserIDs)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s is divided into %q, want %s", users, got, want)
		}
	}
}

// rule payment-reminder
func TestNoReminderWhereEveryCharacterIsOpen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		d := newHarness(t, db)
		d.deps.Provider = nil
		d.insertOrder("o1", "ada", withExpiryAfter(oneDay))
		d.runReminders()
		d.wantNoticesAndMails(nil, nil)
	})
}
