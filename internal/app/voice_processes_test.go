package app_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
	"colloquy/internal/storage/dbtest"
)

// TestTwoProcessesMakeARecordingOnce: calls of both processes get the one recording that the
// first of them makes.
// rule voice-once
func TestTwoProcessesMakeARecordingOnce(t *testing.T) {
	speaker := &apptest.Speaker{}
	p := newProcessPair(t, dbtest.Postgres(t), 1, apptest.WithSpeaker(speaker))
	ada := p.client(0, 0)
	ada.Do("POST", "/session", map[string]any{"characterId": freeCharacterID}).Want(200)
	conversationID := fmt.Sprintf("%s_%d", ada.UserID, freeCharacterID)
	p.envs[0].Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("Once in both.") })
	messageID := ada.Send(conversationID, "Speak", "").ReadAll().MessageID

	gate := speaker.HoldRecordings()
	var calls sync.WaitGroup
	var mu sync.Mutex
	fileNames := map[string]bool{}
	for i := range 20 {
		calls.Go(func() {
			a := p.client(i, 0).Do("POST", "/voices/character/speech", map[string]any{"messageId": messageID, "sessionId": conversationID})
			var out struct{ Data struct{ AudioURL string } }
			a.Want(200).Into(&out)
			file, _, _ := strings.Cut(out.Data.AudioURL, "?")
			mu.Lock()
			defer mu.Unlock()
			fileNames[file] = true
		})
	}
	for len(speaker.Requests()) == 0 {
		time.Sleep(5 * time.Millisecond)
	}
	close(gate)
	calls.Wait()
	if n := len(speaker.Requests()); n != 1 || len(fileNames) != 1 {
		t.Errorf("the provider was asked %d times, for %d files", n, len(fileNames))
	}
}
