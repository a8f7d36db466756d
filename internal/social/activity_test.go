package social

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"colloquy/internal/core"
)

// rule profile-activity
func TestMilestoneThresholdsAreAtMostTheCount(t *testing.T) {
	for n, want := range map[int]string{0: "[]", 9: "[]", 10: "[10]", 49: "[10]", 50: "[10 50]", 100: "[10 50 100]", 7000: "[10 50 100 500 1000 5000]"} {
		if got := fmt.Sprint(milestoneThresholds(n)); got != want {
			t.Errorf("up to %d: %s, want %s", n, got, want)
		}
	}
}

func TestFormatThousandsInsertsCommas(t *testing.T) {
	for n, want := range map[int]string{10: "10", 500: "500", 1000: "1,000", 12500: "12,500", 1_000_000: "1,000,000"} {
		if got := formatThousands(n); got != want {
			t.Errorf("%d is written %q, want %q", n, got, want)
		}
	}
}

func (b *harness) readActivity(limit int) []ActivityEvent {
	b.t.Helper()
	list, err := b.Activity(b.t.Context(), visitor, keeperSlug, limit)
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

func eventTexts(list []ActivityEvent) []string {
	out := []string{}
	for _, e := range list {
		out = append(out, e.Text)
	}
	return out
}

// rule profile-activity
func TestActivityHasCommentsAndMilestones(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.postComment(ada, keeperSlug, "The first", "")
		b.postComment(bo, bakerSlug, "Elsewhere", "")
		second := b.postComment(bo, keeperSlug, "The second", "")
		b.postComment(ada, keeperSlug, "A reply is no event", second.ID)
		deletedComment := b.postComment(cy, keeperSlug, "Gone", "")
		b.postComment(ada, keeperSlug, "Below it", deletedComment.ID)
		b.deleteComment(cy, deletedComment.ID)
		for i := range 10 {
			b.clock.Advance(time.Minute)
			b.Like(t.Context(), core.Actor{UserID: fmt.Sprint("fan-", i)}, keeperSlug, nil)
			b.Follow(t.Context(), core.Actor{UserID: fmt.Sprint("fan-", i)}, keeperSlug, truePtr())
		}
		b.postComment(cy, keeperSlug, "The last", "")
		got := b.readActivity(20)
		want := []string{"The last", "Keeper of Bees reached 10 followers", "Keeper of Bees reached 10 likes", "The second", "The first"}
		slices.Sort(want[1:3])
		shownTexts := eventTexts(got)
		slices.Sort(shownTexts[1:3])
		if !slices.Equal(shownTexts, want) {
			t.Fatalf("got %q, want %q", shownTexts, want)
		}
		if got[0].Author == nil || got[0].Author.Name != "Cy" || got[1].Author != nil || got[1].ID != "followers-10" {
			t.Errorf("got %+v", got)
		}
		for limit, want := range map[int]int{-5: 1, 2: 2, 1000: 5} {
			if n := len(b.readActivity(limit)); n != want {
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
			b.Like(t.Context(), core.Actor{UserID: fmt.Sprint("fan-", i)}, keeperSlug, truePtr())
		}
		firstLikeAt := b.clock.Now()
		for range 3 {
			b.clock.Advance(time.Hour)
			b.Like(t.Context(), core.Actor{UserID: "fan-1"}, keeperSlug, nil)
		}
		if got := b.readActivity(20); len(got) != 1 || !got[0].At.Equal(firstLikeAt) {
			t.Errorf("got %+v", got)
		}
	})
}

func (b *harness) insertConversations(from, to int) {
	b.t.Helper()
	for i := from; i < to; i++ {
		b.execSQL(`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ($1, $1, 1, $2, 0)`, fmt.Sprint("fan-", i), 1000*i)
	}
}

// The time of the milestone "n chats" is when the character's nth conversation began. The
// milestone remains when conversations are deleted.
// rule profile-milestones-stay
func TestChatsReachMilestones(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		wantMilestones := func(want ...string) {
			t.Helper()
			if err := b.recordChatMilestones(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := eventTexts(b.readActivity(20)); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		}
		b.insertConversations(0, 9)
		wantMilestones([]string{}...)
		b.insertConversations(9, 60)
		wantMilestones("Keeper of Bees reached 50 chats", "Keeper of Bees reached 10 chats")
		if got := b.readActivity(20); !got[0].At.Equal(core.FromMillis(49_000)) || !got[1].At.Equal(core.FromMillis(9_000)) {
			t.Errorf("reached at %v and %v", got[0].At, got[1].At)
		}
		b.execSQL(`DELETE FROM conversations WHERE created_at > 11000`)
		wantMilestones("Keeper of Bees reached 50 chats", "Keeper of Bees reached 10 chats")
		b.insertConversations(12, 120)
		wantMilestones("Keeper of Bees reached 100 chats", "Keeper of Bees reached 50 chats", "Keeper of Bees reached 10 chats")
	})
}
