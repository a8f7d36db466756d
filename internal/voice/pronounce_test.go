package voice_test

import (
	"testing"

	"colloquy/internal/app/apptest"
)

// Words of a persona's pronunciation list are spoken as the list says.
// rule voice-english
func TestPersonaSaysItsNames(t *testing.T) {
	speaker := &apptest.Speaker{}
	s := harness{Env: apptest.Start(t, apptest.SQLite(t), apptest.WithSpeaker(speaker)), t: t, speaker: speaker}
	ada := s.NewUser("Ada")
	var found struct {
		CharacterID int `json:"character_id"`
	}
	ada.Do("GET", "/profile/jawaharlal-nehru", nil).Want(200).Into(&found)
	conversationID, message := s.replyInNewChat(ada, found.CharacterID, "I am Nehru.")
	wantRecordingAddress(t, askForRecording(ada, conversationID, message))
	if asked := speaker.Requests(); len(asked) != 1 || asked[0].Text != "I am Nay-roo." {
		t.Errorf("it said %+v", asked)
	}
}
