package voice_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
	"colloquy/internal/voice/speech"
)

// Parallel calls never exceed the allowance of a month. The next month has a new allowance.
// rule voice-allowance
func TestParallelCallsKeepTheAllowance(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, first := s.replyInNewChat(ada, freeCharacterID, "abcdefghij")
		messageIDs := []string{first}
		for range 9 {
			messageIDs = append(messageIDs, s.nextReply(ada, conversationID, "abcdefghij"))
		}
		var wg sync.WaitGroup
		statuses := make([]int, 60)
		for i := range statuses {
			wg.Go(func() {
				for {
					statuses[i] = askForRecording(ada, conversationID, messageIDs[i%10]).Status
					if statuses[i] != 429 {
						return
					}
					time.Sleep(100 * time.Millisecond)
				}
			})
		}
		wg.Wait()
		for i, status := range statuses {
			if status != 200 && status != 402 {
				t.Errorf("call %d answers %d", i, status)
			}
		}
		if n := len(s.speaker.Requests()); n != 3 {
			t.Errorf("%d recordings were made, 3 fit", n)
		}
		a := askForRecording(ada, conversationID, messageIDs[9])
		for i := 9; a.Status == 200; i-- {
			a = askForRecording(ada, conversationID, messageIDs[i-1])
		}
		if a.Status != 402 || !strings.Contains(a.Body, "Insufficient funds for voice generation. Please add funds to your wallet.") {
			t.Errorf("it answers %d %s", a.Status, a.Body)
		}
		s.Clock.Advance(32 * 24 * time.Hour)
		ada.Login()
		for _, m := range messageIDs[:3] {
			wantRecordingAddress(t, askForRecording(ada, conversationID, m))
		}
	}, apptest.WithVoiceAllowances(30, 1000))
}

// A user with an active purchase has a larger allowance. Without a purchase the replies of a
// locked character are not read aloud.
// rules voice-allowance, voice-errors
func TestPaidUsersHaveALargerAllowance(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		purchase := s.AddPurchase(ada.UserID, apptest.Purchase{PlanID: 2, ExpiryAt: time.Now().Add(24 * time.Hour)})
		const locked = 64
		conversationID, message := s.replyInNewChat(ada, locked, "More than ten characters.")
		wantRecordingAddress(t, askForRecording(ada, conversationID, message))
		s.SetPurchaseStatus(purchase, "refunded")
		if a := askForRecording(ada, conversationID, message); a.Status != 403 || !strings.Contains(a.Body, "Access denied to this character voice.") {
			t.Errorf("a locked character answers %d %s", a.Status, a.Body)
		}
		conversationID, message = s.replyInNewChat(ada, freeCharacterID, "More than ten characters.")
		if a := askForRecording(ada, conversationID, message); a.Status != 402 {
			t.Errorf("without a purchase it answers %d %s", a.Status, a.Body)
		}
	}, apptest.WithPayment, apptest.WithVoiceAllowances(10, 1000))
}

// Many calls run in parallel, and the provider fails at every second call. Afterwards the count is
// exactly the characters of the stored recordings.
// rule voice-allowance
func TestAllowanceIsExactAfterFailures(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		const allowance, calls = 60, 100
		var n atomic.Int64
		s := harness{t: t, Env: apptest.Start(t, o, apptest.WithVoiceAllowances(allowance, allowance), withSpeakFunc(func(_ context.Context, r speech.Request) (speech.Recording, error) {
			if n.Add(1)%2 == 1 {
				return speech.Recording{}, speech.ErrProviderFailed
			}
			return recordingWithText(r), nil
		}))}
		ada := s.NewUser("Ada")
		conversationID, first := s.replyInNewChat(ada, freeCharacterID, "abcdefghij")
		messages := []string{first}
		for range 9 {
			messages = append(messages, s.nextReply(ada, conversationID, "abcdefghij"))
		}
		var wg sync.WaitGroup
		for i := range calls {
			wg.Go(func() { // the server answers 429 while two recordings are being made
				if a := askForRecording(ada, conversationID, messages[i%len(messages)]); !slices.Contains([]int{200, 402, 429, 500}, a.Status) {
					t.Errorf("call %d answers %d %s", i, a.Status, a.Body)
				}
			})
		}
		wg.Wait()
		for _, m := range slices.Concat(messages, messages) {
			askForRecording(ada, conversationID, m)
		}
		recordedTextLength := s.selectNumber(`SELECT COALESCE(SUM(characters), 0) FROM voice_recordings WHERE file <> ''`)
		if used := s.selectNumber(`SELECT characters FROM voice_usage WHERE user_id = $1`, ada.UserID); used != recordedTextLength || recordedTextLength != allowance {
			t.Errorf("%d characters are counted, recordings have %d of %d", used, recordedTextLength, allowance)
		}
	})
}
