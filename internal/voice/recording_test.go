package voice_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
	"colloquy/internal/voice/speech"
)

// speakFunc is a speech.Provider whose Speak calls the function.
type speakFunc func(ctx context.Context, r speech.Request) (speech.Recording, error)

func (speakFunc) Name() string { return "function" }

func (f speakFunc) Speak(ctx context.Context, r speech.Request) (speech.Recording, error) {
	return f(ctx, r)
}

func withSpeakFunc(f speakFunc) apptest.AppOption { return func(o *app.Options) { o.Speaker = f } }

func recordingWithText(r speech.Request) speech.Recording {
	return speech.Recording{Data: []byte("OggS" + r.Text), Format: speech.Ogg}
}

// A panic of the provider is answered at once like any other failure, and the next call
// succeeds.
// rule voice-errors
func TestPanicOfProviderIsAFailure(t *testing.T) {
	var calls atomic.Int64
	e := apptest.Start(t, apptest.SQLite(t), withSpeakFunc(func(_ context.Context, r speech.Request) (speech.Recording, error) {
		if calls.Add(1) == 1 {
			panic("the provider has a fault")
		}
		return recordingWithText(r), nil
	}))
	s := harness{Env: e, t: t}
	ada := s.NewUser("Ada")
	conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Again, please.")
	if a := askForRecording(ada, conversationID, message); a.Status != 500 || a.ErrorCode() != "voice_failed" {
		t.Errorf("it answers %d %s", a.Status, a.Body)
	}
	if used := s.selectNumber(`SELECT characters FROM voice_usage`); used != 0 {
		t.Errorf("%d characters are counted", used)
	}
	wantRecordingAddress(t, askForRecording(ada, conversationID, message))
}

// askAndHangUp asks for the recording of a reply and cancels the HTTP call when the provider
// has been called.
func (s harness) askAndHangUp(c *apptest.Client, conversationID, message string) {
	s.t.Helper()
	body, err := json.Marshal(map[string]string{"messageId": message, "sessionId": conversationID})
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, hangUp := context.WithCancel(s.t.Context())
	defer hangUp()
	r, err := http.NewRequestWithContext(ctx, "POST", c.URL+"/api/voices/character/speech", bytes.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+c.Token)
	callEnded := make(chan struct{})
	go func() {
		defer close(callEnded)
		if resp, err := http.DefaultClient.Do(r); err == nil {
			resp.Body.Close()
			s.t.Errorf("the call that is cut off answers %d", resp.StatusCode)
		}
	}()
	apptest.Eventually(s.t, "the provider is asked", func() bool { return len(s.speaker.Requests()) == 1 })
	hangUp()
	<-callEnded
}

// A cancelled HTTP call does not cancel its recording. The next call gets the recording.
// rule voice-once
func TestRecordingOutlivesItsCall(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Do not hang up.")
		release := s.speaker.HoldRecordings()
		s.askAndHangUp(ada, conversationID, message)
		time.Sleep(100 * time.Millisecond) // time for the server to notice the cancelled call
		close(release)
		apptest.Eventually(t, "the recording is made", func() bool { return s.selectNumber(`SELECT count(*) FROM voice_recordings WHERE file <> ''`) == 1 })
		wantRecordingAddress(t, askForRecording(ada, conversationID, message))
		if n := len(s.speaker.Requests()); n != 1 {
			t.Errorf("the provider was asked %d times", n)
		}
	})
}

// A process makes 16 recordings at once. Further recordings wait, and all are made.
// rule voice-errors
func TestProcessMakesFewRecordingsAtOnce(t *testing.T) {
	const limit, users = 16, 10
	var running, maxRunning atomic.Int64
	release := make(chan struct{})
	e := apptest.Start(t, apptest.SQLite(t), withSpeakFunc(func(_ context.Context, r speech.Request) (speech.Recording, error) {
		n := running.Add(1)
		defer running.Add(-1)
		for old := maxRunning.Load(); n > old && !maxRunning.CompareAndSwap(old, n); old = maxRunning.Load() {
		}
		<-release
		return recordingWithText(r), nil
	}))
	s := harness{Env: e, t: t}
	var wg sync.WaitGroup
	for range users {
		c := s.NewUser("Ada")
		conversationID, first := s.replyInNewChat(c, freeCharacterID, "One.")
		for _, m := range []string{first, s.nextReply(c, conversationID, "Two.")} {
			wg.Go(func() { wantRecordingAddress(t, askForRecording(c, conversationID, m)) })
		}
	}
	apptest.Eventually(t, "all are begun", func() bool {
		return s.selectNumber(`SELECT count(*) FROM voice_recordings`) == 2*users && running.Load() == limit
	})
	time.Sleep(100 * time.Millisecond)
	close(release)
	wg.Wait()
	if maxRunning.Load() != limit {
		t.Errorf("%d were made at once", maxRunning.Load())
	}
}

// The job voice.clean deletes the rows of old attempts without a recording. If the process that
// made an attempt was killed, the job also subtracts the length of its text from the used characters.
// rule voice-allowance
func TestFailedAttemptsAreCleaned(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, deadReply := s.replyInNewChat(ada, freeCharacterID, "Left behind.")
		failed, kept := s.nextReply(ada, conversationID, "Failed."), s.nextReply(ada, conversationID, "Kept.")
		wantRecordingAddress(t, askForRecording(ada, conversationID, deadReply))
		wantRecordingAddress(t, askForRecording(ada, conversationID, kept))
		s.speaker.FailWith(speech.ErrBusy)
		askForRecording(ada, conversationID, failed).Want(429)
		err := s.App.DB().Write(t.Context(), func(tx storage.Querier) error {
			_, err := tx.ExecContext(t.Context(), `UPDATE voice_recordings SET file = '', owner = 'dead', lease_until = 1 WHERE message_id = $1`, deadReply)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(3 * time.Hour)
		apptest.Eventually(t, "the attempts are deleted", func() bool { return s.selectNumber(`SELECT count(*) FROM voice_recordings`) == 1 })
		if used := s.selectNumber(`SELECT characters FROM voice_usage WHERE user_id = $1`, ada.UserID); used != len("Kept.") {
			t.Errorf("%d characters are counted", used)
		}
	})
}

// A failed attempt gets the time of the failure as its lease_until. The job voice.clean deletes the
// row at the earliest an hour after lease_until. So waiting calls can still read the reason of the
// failure.
// rule voice-errors
func TestFailedAttemptEndsItsLeaseAtOnce(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Failed.")
		s.speaker.FailWith(speech.ErrProviderFailed)
		askForRecording(ada, conversationID, message).Want(500)
		leaseUntil := s.selectNumber(`SELECT lease_until FROM voice_recordings WHERE failure = 'broken'`)
		if age := s.Clock.Now().Sub(time.UnixMilli(int64(leaseUntil))); age < 0 || age > time.Minute {
			t.Errorf("the attempt ended %v ago", age)
		}
	})
}

// A voice that the user chooses for a character is used for this character and needs a new
// recording. A changed speed needs no new recording.
// rule voice-settings
func TestChosenVoiceSpeaks(t *testing.T) {
	speaker := &apptest.Speaker{}
	s := harness{Env: apptest.Start(t, apptest.SQLite(t), apptest.WithSpeaker(speaker)), t: t, speaker: speaker}
	ada := s.NewUser("Ada")
	conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Which voice?")
	wantRecordingAddress(t, askForRecording(ada, conversationID, message))
	personaVoice := speaker.Requests()[0].Voice
	for _, voice := range []string{"male-2", "female-3"} {
		ada.Do("PATCH", "/user/voice", map[string]any{"speed": 2, "voices": map[string]string{"20": voice, "21": personaVoice}}).Want(200)
		wantRecordingAddress(t, askForRecording(ada, conversationID, message))
		if asked := speaker.Requests(); asked[len(asked)-1].Voice != voice {
			t.Errorf("%s was chosen, %+v was asked for", voice, asked[len(asked)-1])
		}
	}
	ada.Do("PATCH", "/user/voice", map[string]any{"speed": 0.5, "voices": map[string]string{"20": ""}}).Want(200)
	wantRecordingAddress(t, askForRecording(ada, conversationID, message))
	if n := len(speaker.Requests()); n != 3 {
		t.Errorf("the provider was asked %d times: another speed is no other recording", n)
	}
}

// A call that waits for an attempt whose process died is answered when the lease ends. The next
// call makes the recording.
// rules voice-once, voice-errors
func TestWaitingCallsEndWithTheLease(t *testing.T) {
	speaker := &apptest.Speaker{}
	s := harness{Env: apptest.Start(t, apptest.SQLite(t), apptest.WithSpeaker(speaker)), t: t, speaker: speaker}
	ada := s.NewUser("Ada")
	conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Left behind.")
	wantRecordingAddress(t, askForRecording(ada, conversationID, message))
	err := s.App.DB().Write(t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(t.Context(), `UPDATE voice_recordings SET file = '', owner = 'dead', lease_until = $1`, s.Clock.Now().Add(time.Second).UnixMilli())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if a := askForRecording(ada, conversationID, message); a.Status != 500 || a.ErrorCode() != "voice_failed" {
		t.Errorf("it answers %d %s", a.Status, a.Body)
	}
	wantRecordingAddress(t, askForRecording(ada, conversationID, message))
}
