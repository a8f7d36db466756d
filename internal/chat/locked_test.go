package chat_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// storedAndShownCounts returns the numbers of conversations and messages in the database, and the
// count of chats that a character's profile shows.
func storedAndShownCounts(t *testing.T, e *apptest.Env, character string) (conversations, messages, shown int) {
	t.Helper()
	err := e.App.DB().Reader().QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM conversations), (SELECT count(*) FROM messages)`).
		Scan(&conversations, &messages)
	if err != nil {
		t.Fatal(err)
	}
	var profile struct{ Stats struct{ Chats int } }
	e.NewVisitor().Do("GET", "/profile/"+character, nil).Want(200).Into(&profile)
	return conversations, messages, profile.Stats.Chats
}

// rule access-locked-stores-nothing
func TestLookAtALockedCharacterStoresNothing(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, apptest.WithPayment)
		ada := e.NewUser("Mirela")
		var s struct {
			ID          string
			CharacterID int  `json:"character_id"`
			IsLocked    bool `json:"is_locked"`
			Character   struct {
				Name     string
				IsLocked bool `json:"is_locked"`
			}
		}
		ada.Do("POST", "/session", map[string]any{"characterId": lockedCharacterSlug}).Want(200).Into(&s)
		if want := ada.UserID + "_" + strconv.Itoa(s.CharacterID); s.ID != want || !s.IsLocked || !s.Character.IsLocked || s.Character.Name == "" {
			t.Errorf("the session is %+v", s)
		}
		for _, ref := range []string{s.ID, lockedCharacterSlug, "slug/" + lockedCharacterSlug} {
			if list := fetchHistory(t, ada, ref); len(list) != 1 || list[0].IsUserMessage || list[0].Content == "" || list[0].Status != "complete" || len(list[0].Suggestions) > 0 {
				t.Errorf("%s: %+v, want the greeting without suggestions", ref, list)
			}
		}
		ada.Do("GET", "/messages/"+s.ID+"?before="+s.ID+"-greeting", nil).Want(404)
		ada.Do("GET", "/messages/"+s.ID+"/stream", nil).Want(204)
		if list := ada.Do("GET", "/sessions", nil).Want(200); !strings.Contains(list.Body, `"sessions":[]`) {
			t.Errorf("the sidebar has %s", list.Body)
		}
		if conversations, messages, shown := storedAndShownCounts(t, e, lockedCharacterSlug); conversations+messages+shown != 0 {
			t.Errorf("stored %d conversations and %d messages; the profile shows %d chats", conversations, messages, shown)
		}

		e.AddPurchase(ada.UserID, apptest.Purchase{PlanID: 1, CharacterID: s.CharacterID, ExpiryAt: e.Clock.Now().Add(time.Hour)})
		ada.Do("POST", "/session", map[string]any{"characterId": lockedCharacterSlug}).Want(200).Into(&s)
		if list := fetchHistory(t, ada, s.ID); s.IsLocked || len(list) != 1 || len(list[0].Suggestions) != 3 {
			t.Errorf("unlocked: %+v, %+v", s, list)
		}
		if conversations, messages, shown := storedAndShownCounts(t, e, lockedCharacterSlug); conversations != 1 || messages != 1 || shown != 1 {
			t.Errorf("unlocked: stored %d conversations and %d messages; the profile shows %d chats", conversations, messages, shown)
		}
	})
}

// rule access-locked-refuses
func TestEveryWayOfSendingToALockedCharacterIsRefused(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, apptest.WithPayment)
		nonBuyer, formerBuyer := e.NewUser("Mirela"), e.NewUser("Bo")
		id := formerBuyer.UserID + "_64"
		purchaseID := e.AddPurchase(formerBuyer.UserID, apptest.Purchase{PlanID: 2, ExpiryAt: e.Clock.Now().Add(time.Hour)})
		openChat(t, formerBuyer, lockedCharacterSlug)
		formerBuyer.Send(id, "Hello there", "user-1").ReadAll()
		storedMessages := fetchHistory(t, formerBuyer, id)
		lineID, replyID := storedMessages[1].ID, storedMessages[2].ID
		e.SetPurchaseStatus(purchaseID, "disputed")

		sendBody := map[string]any{"content": "Let me in", "client_id": "user-2"}
		for _, c := range []*apptest.Client{nonBuyer, formerBuyer} {
			for _, ref := range []string{c.UserID + "_64", lockedCharacterSlug, "64"} {
				for _, a := range []apptest.Answer{
					c.Do("POST", "/messages/"+ref+"/stream", sendBody),
					c.Do("GET", "/messages/"+ref+"/stream?message=Hi", nil, "Accept", "text/event-stream"),
					c.Do("POST", "/messages/"+ref, sendBody),
					c.Do("POST", "/messages/"+ref+"/regenerate", nil),
					c.Do("PUT", "/messages/"+ref+"/"+lineID, sendBody),
					c.Do("PUT", "/messages/"+ref+"/"+replyID+"/alternative", nil),
					c.Do("POST", "/messages/"+ref+"/start-over", nil),
				} {
					if a.Status != 403 || a.ErrorCode() != "character_locked" {
						t.Errorf("%s: %d %s", ref, a.Status, a.Body)
					}
				}
			}
		}
		// A conversation of another user is not found, nor are malformed ids, unknown
		// characters and unlocked characters without a conversation.
		for _, ref := range []string{id, nonBuyer.UserID + "_064", nonBuyer.UserID + "_cleopatra", nonBuyer.UserID + "_9999", nonBuyer.UserID + "_20", freeCharacterSlug} {
			for _, a := range []apptest.Answer{
				nonBuyer.Do("GET", "/messages/"+ref, nil),
				nonBuyer.Do("GET", "/messages/"+ref+"/stream", nil),
				nonBuyer.Do("POST", "/messages/"+ref+"/stream", sendBody),
			} {
				if a.Status != 404 {
					t.Errorf("%s: %d %s", ref, a.Status, a.Body)
				}
			}
		}
		if list := fetchHistory(t, formerBuyer, id); len(list) != 3 {
			t.Errorf("the conversation that was paid for has %+v", list)
		}
		if conversations, messages, _ := storedAndShownCounts(t, e, lockedCharacterSlug); conversations != 1 || messages != 3 {
			t.Errorf("stored %d conversations and %d messages", conversations, messages)
		}
	})
}
