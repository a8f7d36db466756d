package social

import (
	"fmt"
	"testing"
	"time"
)

// rule notifications-replies-and-likes
func TestAuthorsAreToldOfRepliesAndLikes(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		repliedComment, likedComment := b.postComment(ada, keeperSlug, "One", ""), b.postComment(ada, keeperSlug, "Two", "")
		b.postComment(bo, keeperSlug, "Indeed", repliedComment.ID)
		for _, want := range []*bool{nil, truePtr(), falsePtr()} {
			if _, err := b.LikeComment(t.Context(), cy, likedComment.ID, want); err != nil {
				t.Fatal(err)
			}
		}
		on := func(c Comment) CommentAct {
			return CommentAct{AuthorID: ada.UserID, CommentID: c.ID, CharacterID: 1, CharacterName: "Keeper of Bees", CharacterSlug: keeperSlug}
		}
		replyAct, likeAct := on(repliedComment), on(likedComment)
		replyAct.ActorID, replyAct.ActorName = bo.UserID, "Bo"
		likeAct.ActorID, likeAct.ActorName = cy.UserID, "Cy"
		if got, want := fmt.Sprint(b.notices.acts), fmt.Sprint([]recordedAct{{"replied", replyAct}, {"liked", likeAct}}); got != want {
			t.Errorf("told %s, want %s", got, want)
		}
	})
}

func TestRefusedActsTellNobody(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		c := b.postComment(ada, keeperSlug, "A comment", "")
		b.postComment(bo, bakerSlug, "Indeed", "")
		b.clock.Advance(time.Minute)
		_, err := b.PostComment(t.Context(), bo, keeperSlug, CommentDraft{"Indeed", c.ID})
		wantError(t, err, errRepeatedComment)
		if len(b.notices.acts) != 0 {
			t.Errorf("told %v", b.notices.acts)
		}
	})
}
