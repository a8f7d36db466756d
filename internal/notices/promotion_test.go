package notices

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/core"
)

// rule notifications-promotions
func TestPromotionReachesWhoWantsIt(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.setSettings(ada.UserID, "promotions = FALSE, mail_promotions = TRUE")
		b.setSettings(bo.UserID, "newsletter = FALSE, interactions = FALSE, character_updates = FALSE")
		if err := b.Promote(t.Context(), Promotion{"A fair", "Every plan costs half this week.", "/characters"}); err != nil {
			t.Fatal(err)
		}
		b.wantMails("user-ada: A fair")
		b.wantUnreadMessages(ada.UserID)
		b.wantUnreadMessages(bo.UserID, "Every plan costs half this week.")
		b.wantUnreadMessages(cy.UserID, "Every plan costs half this week.")
		if n := b.unreadRowsOf(bo.UserID)[0]; n.kind != "promotion" || n.title != "A fair" || n.actionURL != "/characters" || n.actionText != "View" {
			t.Errorf("got %+v", n)
		}
		if n := b.selectNumber(`SELECT count(*) FROM audit WHERE event = 'promotion.sent' AND actor_id = 'operator'`); n != 1 {
			t.Errorf("%d entries in the audit log", n)
		}
	})
}

// Only one of many concurrent commands succeeds. The error of the others names the day of the next
// promotion. Only the successful command leaves an entry in the audit log.
// rule notifications-promotions
func TestOnePromotionAMonth(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		p := Promotion{Title: "A fair", Message: "Come"}
		begin := b.clock.Now()
		var sent, refused atomic.Int32
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				err := b.Promote(t.Context(), p)
				soon, is := errors.AsType[*TooSoonError](err)
				switch {
				case err == nil:
					sent.Add(1)
				case is && soon.Next.Equal(begin.AddDate(0, 1, 0)):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if sent.Load() != 1 || refused.Load() != 19 {
			t.Errorf("%d are sent, %d refused", sent.Load(), refused.Load())
		}
		b.clock.Set(begin.AddDate(0, 1, 0).Add(-time.Second))
		if err := b.Promote(t.Context(), p); err == nil || !strings.Contains(err.Error(), "2026-04-01") {
			t.Errorf("a second too early: %v", err)
		}
		b.clock.Advance(time.Second)
		if err := b.Promote(t.Context(), p); err != nil {
			t.Error(err)
		}
		if n := b.selectNumber(`SELECT count(*) FROM audit`); n != 2 {
			t.Errorf("%d entries in the audit log", n)
		}
		b.runJobs()
		if n := b.selectNumber(`SELECT count(*) FROM notifications WHERE action_text = '' AND action_url = ''`); n != 6 {
			t.Errorf("%d notices", n)
		}
	})
}

// rule notifications-promotions
func TestWrongPromotionsAreRefused(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		for _, p := range []Promotion{
			{"", "M", ""}, {" ", "M", ""}, {"T", "", ""}, {"T\nBcc: x", "M", ""}, {"T", "M\x00", ""}, {"T", "\xff", ""},
			{strings.Repeat("é", 81), "M", ""}, {"T", strings.Repeat("é", 501), ""},
			{"T", "M", "https://example.com"}, {"T", "M", "//example.com"}, {"T", "M", "/\\example.com"}, {"T", "M", "javascript:alert(1)"}, {"T", "M", "/a\tb"}, {"T", "M", "feeds"},
		} {
			if err := b.Promote(t.Context(), p); core.KindOf(err) != core.Invalid {
				t.Errorf("%+v: %v", p, err)
			}
		}
		if err := b.Promote(t.Context(), Promotion{strings.Repeat("é", 80), strings.Repeat("é", 500), "/feeds?a=b#c"}); err != nil {
			t.Error(err)
		}
	})
}
