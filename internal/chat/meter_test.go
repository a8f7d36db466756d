package chat_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/chat"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type allowance struct {
	Left         int
	Limit        int
	IsLowerBound bool       `json:"at_least"`
	MoreAt       *time.Time `json:"more_at"`
}

func fetchAllowance(c *apptest.Client, path string) *allowance {
	var page struct{ Allowance *allowance }
	c.Do("GET", path, nil).Want(200).Into(&page)
	return page.Allowance
}

// The allowance counts the sends of all chats together. MessagesLeft is 0 exactly when the next send
// is refused. MoreAt is the time from which a send is accepted again.
// rule chat-meter
func TestMeterIsWhatSendingAllows(t *testing.T) {
	eachHarness(t, func(t *testing.T, h *harness) {
		h.advanceToNextDay()
		ids := h.openConversations(2)
		expectLeft := func(want int) chat.Allowance {
			t.Helper()
			a, err := h.services[1].Allowance(t.Context(), h.user)
			if err != nil || a.MessagesLeft != want || a.Limit != 300 || a.IsLowerBound {
				t.Fatalf("%+v, %v, want %d of 300", a, err, want)
			}
			return a
		}
		storeLine := func(i int) error {
			_, err := h.services[i%2].StoreWithoutReply(t.Context(), h.user, ids[i%2], chat.MessageInput{Content: fmt.Sprint("Line ", i)})
			return err
		}
		if a := expectLeft(300); !a.MoreAt.IsZero() {
			t.Errorf("nothing is used, and there are more at %s", a.MoreAt)
		}
		for i := range 300 {
			if i%20 == 0 {
				h.clock.Advance(2 * time.Minute)
			}
			if err := storeLine(i); err != nil {
				t.Fatal(i, err)
			}
			if i == 0 {
				expectLeft(299)
			}
		}
		h.clock.Advance(2 * time.Minute)
		a := expectLeft(0)
		if err := storeLine(300); err == nil {
			t.Error("a line was taken after the last")
		}
		h.clock.Advance(a.MoreAt.Sub(h.clock.Now()) - time.Second)
		if err := storeLine(301); err == nil {
			t.Errorf("a line was taken before %s", a.MoreAt)
		}
		h.clock.Advance(time.Second + 10*time.Millisecond)
		expectLeft(1)
		if err := storeLine(302); err != nil {
			t.Errorf("at %s: %v", a.MoreAt, err)
		}
		if other, err := h.services[0].Allowance(t.Context(), core.Actor{UserID: "user-2"}); err != nil || other.MessagesLeft != 300 {
			t.Errorf("another user: %+v, %v", other, err)
		}
	})
}

// Only the newest page has the meter. With a cap of tokens the meter is a lower bound, which is
// 0 exactly when a send is refused.
// rule chat-meter
func TestMeterOfATokenCapIsALowerBound(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, db storage.Options) {
		e := apptest.Start(t, db, apptest.WithTokensPerUserDay(4*(4096+600)+300))
		u := e.NewUser("Mirela")
		u.Do("PUT", "/user/memory", map[string]any{"enabled": false, "tell_all": false, "name": "", "about": ""}).Want(200) // turns the memory off, because its notes have costs too
		id := openChat(t, u, freeCharacterSlug)
		path := "/messages/" + id
		a := fetchAllowance(u, path)
		midnight := e.Clock.Now().UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
		if a == nil || a.Left != 4 || a.Limit != 4 || !a.IsLowerBound || a.MoreAt == nil || !a.MoreAt.Equal(midnight) {
			t.Fatalf("at first: %+v, want at least 4 of 4 until %s", a, midnight)
		}
		if older := fetchAllowance(u, path+"?before="+fetchHistory(t, u, id)[0].ID); older != nil {
			t.Errorf("an older page has %+v", older)
		}
		if bySlug := fetchAllowance(u, "/messages/slug/"+freeCharacterSlug); bySlug == nil || bySlug.Left != 4 {
			t.Errorf("by slug: %+v", bySlug)
		}
		for range 300 {
			if a = fetchAllowance(u, path); a.Left == 0 {
				break
			}
			e.Clock.Advance(10 * time.Second)
			// The suggestions of the last reply may be charged after the meter was read, and
			// use up the tokens that were left.
			answer := u.Do("POST", path+"/stream", map[string]any{"content": "And then?"})
			if left := fetchAllowance(u, path).Left; answer.Status != http.StatusOK && left > 0 {
				t.Fatalf("a send answers %d, and %d are left", answer.Status, left)
			}
		}
		if a.Left != 0 || a.IsLowerBound {
			t.Fatalf("in the end: %+v", a)
		}
		if answer := u.Do("POST", path+"/stream", map[string]any{"content": "One more"}); answer.Status != http.StatusTooManyRequests {
			t.Errorf("at 0 a send answers %d", answer.Status)
		}
		e.Clock.Advance(a.MoreAt.Sub(e.Clock.Now()))
		if a = fetchAllowance(u, path); a.Left != 4 {
			t.Errorf("on the next day: %+v", a)
		}
	})
}

// A note of chat.Service.StepOutside uses one message of the allowance.
// rules chat-meter, chat-step-outside
func TestMeterCountsNotes(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	u := e.NewUser("Mirela")
	id := openChat(t, u, freeCharacterSlug)
	if a := fetchAllowance(u, "/messages/"+id); a == nil || a.Left != 300 || a.MoreAt != nil {
		t.Fatalf("at first: %+v", a)
	}
	requestNote(u, id, "")
	if a := fetchAllowance(u, "/messages/"+id); a.Left != 299 || a.MoreAt == nil || a.MoreAt.Before(e.Clock.Now()) {
		t.Errorf("after a note: %+v", a)
	}
}
