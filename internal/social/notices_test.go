package social

import (
	"fmt"
	"testing"
	"time"
)

// rule notifications-replies-and-likes
func TestAuthorsAreToldOfRepliesAndLikes(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		one, two := b.postComment(ada, keeperSlug, "One", ""), b.postComment(ada, keeperSlug, "Two", "")
		b.postComment(bo, keeperSlug, "Indeed", one.ID)
		for _, want := range []*bool{nil, truePtr(), falsePtr()} {
			if _, err := b.LikeComment(t.Context(), cy, two.ID, want); err != nil {
				t.Fatal(err)
			}
		}
		on := func(c Comment) CommentAct {
			return CommentAct{AuthorID: ada.UserID, CommentID: c.ID, CharacterID: 1, CharacterName: "Keeper of Bees", CharacterSlug: keeperSlug}
		}
		replied, liked := on(one), on(two)
		replied.ActorID, replied.ActorName = bo.UserID, "Bo"
		liked.ActorID, liked.ActorName = cy.UserID, "Cy"
		if got, want := fmt.Sprint(b.notices.acts), fmt.Sprint([]recordedAct{{"replied", replied}, {"liked", liked}}); got != want {
			t.Errorf("told %s, want %s", got, want)
		}
	})
}

func TestRefusedActsTellNobody(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		c := b.postComment(ada, keeperSlug, "A comment", "")
		b.postComment(bo, bakerSlug, "Indeed", "")
		b.clock.Advance(time.Minute)
		_, err := b.PostComment(t.Context(), bo, keeperSlug, Draft{"Indeed", c.ID})
		wantError(t, err, errRepeated)
		if len(b.notices.acts) != 0 {
			t.Errorf("told %v", b.notices.acts)
		}
	})
}
