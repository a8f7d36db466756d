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

// TestAllowanceHolds: parallel calls never exceed the characters of a month, and each
// month has its own.
// rule voice-allowance
func TestAllowanceHolds(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, first := s.reply(ada, free, "abcdefghij")
		messages := []string{first}
		for range 9 {
			messages = append(messages, s.answer(ada, conversation, "abcdefghij"))
		}
		var calls sync.WaitGroup
		answers := make([]int, 60)
		for i := range answers {
			calls.Go(func() {
				for {
					answers[i] = ask(ada, conversation, messages[i%10]).Status
					if answers[i] != 429 {
						return
					}
					time.Sleep(100 * time.Millisecond)
				}
			})
		}
		calls.Wait()
		for i, status := range answers {
			if status != 200 && status != 402 {
				t.Errorf("call %d answers %d", i, status)
			}
		}
		if n := len(s.speaker.Requests()); n != 3 {
			t.Errorf("%d recordings were made, 3 fit", n)
		}
		a := ask(ada, conversation, messages[9])
		for i := 9; a.Status == 200; i-- {
			a = ask(ada, conversation, messages[i-1])
		}
		if a.Status != 402 || !strings.Contains(a.Body, "Insufficient funds for voice generation. Please add funds to your wallet.") {
			t.Errorf("it answers %d %s", a.Status, a.Body)
		}
		s.Clock.Advance(32 * 24 * time.Hour)
		ada.Login()
		for _, m := range messages[:3] {
			address(t, ask(ada, conversation, m))
		}
	}, apptest.WithVoiceCharacters(30, 1000))
}

// TestPaidUsersHearMore: an active purchase has an allowance of its own, and a locked
// character is not read.
// rules voice-allowance, voice-errors
func TestPaidUsersHearMore(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		purchase := s.AddPurchase(ada.UserID, apptest.Purchase{PlanID: 2, ExpiryAt: time.Now().Add(24 * time.Hour)})
		const locked = 64
		conversation, message := s.reply(ada, locked, "More than ten characters.")
		address(t, ask(ada, conversation, message))
		s.SetPurchase(purchase, "refunded")
		if a := ask(ada, conversation, message); a.Status != 403 || !strings.Contains(a.Body, "Access denied to this character voice.") {
			t.Errorf("a locked character answers %d %s", a.Status, a.Body)
		}
		conversation, message = s.reply(ada, free, "More than ten characters.")
		if a := ask(ada, conversation, message); a.Status != 402 {
			t.Errorf("without a purchase it answers %d %s", a.Status, a.Body)
		}
	}, apptest.WithPayment, apptest.WithVoiceCharacters(10, 1000))
}

// TestAllowanceIsExactAfterFailures: under parallel calls, every second of which fails, the
// characters of the recordings that exist are counted, and no others.
// rule voice-allowance
func TestAllowanceIsExactAfterFailures(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		const allowance, calls = 60, 100
		var n atomic.Int64
		s := stand{t: t, Env: apptest.Start(t, o, apptest.WithVoiceCharacters(allowance, allowance), spokenBy(func(_ context.Context, r speech.Request) (speech.Recording, error) {
			if n.Add(1)%2 == 1 {
				return speech.Recording{}, speech.ErrBroken
			}
			return recordingOf(r), nil
		}))}
		ada := s.User("Ada")
		conversation, first := s.reply(ada, free, "abcdefghij")
		messages := []string{first}
		for range 9 {
			messages = append(messages, s.answer(ada, conversation, "abcdefghij"))
		}
		var all sync.WaitGroup
		for i := range calls {
			all.Go(func() { // 429 while two others are made
				if a := ask(ada, conversation, messages[i%len(messages)]); !slices.Contains([]int{200, 402, 429, 500}, a.Status) {
					t.Errorf("call %d answers %d %s", i, a.Status, a.Body)
				}
			})
		}
		all.Wait()
		for _, m := range slices.Concat(messages, messages) {
			ask(ada, conversation, m)
		}
		made := s.count(`SELECT COALESCE(SUM(characters), 0) FROM voice_recordings WHERE file <> ''`)
		if used := s.count(`SELECT characters FROM voice_usage WHERE user_id = $1`, ada.UserID); used != made || made != allowance {
			t.Errorf("%d characters are counted, recordings have %d of %d", used, made, allowance)
		}
	})
}
