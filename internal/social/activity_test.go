package social

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"colloquy/internal/core"
)

// rule profile-activity
func TestMilestoneThresholds(t *testing.T) {
	for n, want := range map[int]string{0: "[]", 9: "[]", 10: "[10]", 49: "[10]", 50: "[10 50]", 100: "[10 50 100]", 7000: "[10 50 100 500 1000 5000]"} {
		if got := fmt.Sprint(thresholds(n)); got != want {
			t.Errorf("up to %d: %s, want %s", n, got, want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{10: "10", 500: "500", 1000: "1,000", 12500: "12,500", 1_000_000: "1,000,000"} {
		if got := formatThousands(n); got != want {
			t.Errorf("%d is written %q, want %q", n, got, want)
		}
	}
}

func (b *harness) activity(limit int) []Event {
	b.t.Helper()
	list, err := b.Activity(b.t.Context(), visitor, keeper, limit)
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

func texts(list []Event) []string {
	out := []string{}
	for _, e := range list {
		out = append(out, e.Text)
	}
	return out
}

// rule profile-activity
func TestActivity(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.post(ada, keeper, "The first", "")
		b.post(bo, baker, "Elsewhere", "")
		second := b.post(bo, keeper, "The second", "")
		b.post(ada, keeper, "A reply is no event", second.ID)
		gone := b.post(cy, keeper, "Gone", "")
		b.post(ada, keeper, "Below it", gone.ID)
		b.delete(cy, gone.ID)
		for i := range 10 {
			b.time.Advance(time.Minute)
			b.Like(t.Context(), core.Actor{UserID: fmt.Sprint("fan-", i)}, keeper, nil)
			b.Follow(t.Context(), core.Actor{UserID: fmt.Sprint("fan-", i)}, keeper, truePtr())
		}
		b.post(cy, keeper, "The last", "")
		got := b.activity(20)
		want := []string{"The last", "Keeper of Bees reached 10 followers", "Keeper of Bees reached 10 likes", "The second", "The first"}
		slices.Sort(want[1:3])
		shown := texts(got)
		slices.Sort(shown[1:3])
		if !slices.Equal(shown, want) {
			t.Fatalf("got %q, want %q", shown, want)
		}
		if got[0].Author == nil || got[0].Author.Name != "Cy" || got[1].Author != nil || got[1].ID != "followers-10" {
			t.Errorf("got %+v", got)
		}
		for limit, want := range map[int]int{-5: 1, 2: 2, 1000: 5} {
			if n := len(b.activity(limit)); n != want {
				t.Errorf("limit %d answers %d", limit, n)
			}
		}
	})
}

// A count that falls and grows again does not change the milestone.
// rule profile-milestones-stay
func TestMilestoneIsReachedOnce(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		for i := range 10 {
			b.Like(t.Context(), core.Actor{UserID: fmt.Sprint("fan-", i)}, keeper, truePtr())
		}
		first := b.time.Now()
		for range 3 {
			b.time.Advance(time.Hour)
			b.Like(t.Context(), core.Actor{UserID: "fan-1"}, keeper, nil)
		}
		if got := b.activity(20); len(got) != 1 || !got[0].At.Equal(first) {
			t.Errorf("got %+v", got)
		}
	})
}

func (b *harness) insertConversations(from, to int) {
	b.t.Helper()
	for i := from; i < to; i++ {
		b.exec(`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ($1, $1, 1, $2, 0)`, fmt.Sprint("fan-", i), 1000*i)
	}
}

// A milestone of chats has the time of the conversation that reached it, and remains
// when conversations are deleted.
// rule profile-milestones-stay
func TestChatsReachMilestones(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		mark := func(want ...string) {
			t.Helper()
			if err := b.recordChatMilestones(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := texts(b.activity(20)); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		}
		b.insertConversations(0, 9)
		mark([]string{}...)
		b.insertConversations(9, 60)
		mark("Keeper of Bees reached 50 chats", "Keeper of Bees reached 10 chats")
		if got := b.activity(20); !got[0].At.Equal(core.FromMillis(49_000)) || !got[1].At.Equal(core.FromMillis(9_000)) {
			t.Errorf("reached at %v and %v", got[0].At, got[1].At)
		}
		b.exec(`DELETE FROM conversations WHERE created_at > 11000`)
		mark("Keeper of Bees reached 50 chats", "Keeper of Bees reached 10 chats")
		b.insertConversations(12, 120)
		mark("Keeper of Bees reached 100 chats", "Keeper of Bees reached 50 chats", "Keeper of Bees reached 10 chats")
	})
}
