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

// speakFunc is a provider.
type speakFunc func(ctx context.Context, r speech.Request) (speech.Recording, error)

func (speakFunc) Name() string { return "function" }

func (f speakFunc) Speak(ctx context.Context, r speech.Request) (speech.Recording, error) {
	return f(ctx, r)
}

func spokenBy(f speakFunc) apptest.Change { return func(o *app.Options) { o.Speaker = f } }

func recordingOf(r speech.Request) speech.Recording {
	return speech.Recording{Data: []byte("OggS" + r.Text), Format: speech.Ogg}
}

// TestPanicOfProviderIsAFailure: it is answered at once like any failure, and the next try
// succeeds.
// rule voice-errors
func TestPanicOfProviderIsAFailure(t *testing.T) {
	var calls atomic.Int64
	e := apptest.Start(t, apptest.SQLite(t), spokenBy(func(_ context.Context, r speech.Request) (speech.Recording, error) {
		if calls.Add(1) == 1 {
			panic("the provider has a fault")
		}
		return recordingOf(r), nil
	}))
	s := stand{Env: e, t: t}
	ada := s.User("Ada")
	conversation, message := s.reply(ada, free, "Again, please.")
	if a := ask(ada, conversation, message); a.Status != 500 || a.Code() != "voice_failed" {
		t.Errorf("it answers %d %s", a.Status, a.Body)
	}
	if used := s.count(`SELECT characters FROM voice_usage`); used != 0 {
		t.Errorf("%d characters are counted", used)
	}
	address(t, ask(ada, conversation, message))
}

// TestRecordingOutlivesItsCall: a call that is cut off does not end the recording, and the
// next call gets it.
// rule voice-once
func TestRecordingOutlivesItsCall(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "Do not hang up.")
		release := s.speaker.Hold()
		body, _ := json.Marshal(map[string]string{"messageId": message, "sessionId": conversation})
		ctx, cut := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, "POST", ada.URL+"/api/voices/character/speech", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+ada.Token)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			if resp, err := http.DefaultClient.Do(r); err == nil {
				resp.Body.Close()
				t.Errorf("the call that is cut off answers %d", resp.StatusCode)
			}
		}()
		eventually(t, "the provider is asked", func() bool { return len(s.speaker.Requests()) == 1 })
		cut()
		<-ended
		time.Sleep(100 * time.Millisecond) // the server notices
		close(release)
		eventually(t, "the recording is made", func() bool { return s.count(`SELECT count(*) FROM voice_recordings WHERE file <> ''`) == 1 })
		address(t, ask(ada, conversation, message))
		if n := len(s.speaker.Requests()); n != 1 {
			t.Errorf("the provider was asked %d times", n)
		}
	})
}

// TestProcessMakesFewRecordingsAtOnce: further ones wait, and all are made.
// rule voice-errors
func TestProcessMakesFewRecordingsAtOnce(t *testing.T) {
	const limit, users = 16, 10
	var running, most atomic.Int64
	release := make(chan struct{})
	e := apptest.Start(t, apptest.SQLite(t), spokenBy(func(_ context.Context, r speech.Request) (speech.Recording, error) {
		n := running.Add(1)
		defer running.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		<-release
		return recordingOf(r), nil
	}))
	s := stand{Env: e, t: t}
	var calls sync.WaitGroup
	for range users {
		c := s.User("Ada")
		conversation, first := s.reply(c, free, "One.")
		for _, m := range []string{first, s.answer(c, conversation, "Two.")} {
			calls.Go(func() { address(t, ask(c, conversation, m)) })
		}
	}
	eventually(t, "all are begun", func() bool {
		return s.count(`SELECT count(*) FROM voice_recordings`) == 2*users && running.Load() == limit
	})
	time.Sleep(100 * time.Millisecond)
	close(release)
	calls.Wait()
	if most.Load() != limit {
		t.Errorf("%d were made at once", most.Load())
	}
}

// TestFailedAttemptsAreCleaned: the row of a failed attempt is deleted after a while, and an
// attempt whose process died gives its characters back then.
// rule voice-allowance
func TestFailedAttemptsAreCleaned(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, dead := s.reply(ada, free, "Left behind.")
		failed, kept := s.answer(ada, conversation, "Failed."), s.answer(ada, conversation, "Kept.")
		address(t, ask(ada, conversation, dead))
		address(t, ask(ada, conversation, kept))
		s.speaker.Fail(speech.ErrBusy)
		ask(ada, conversation, failed).Want(429)
		err := s.App.DB().Write(t.Context(), func(tx storage.Querier) error {
			_, err := tx.ExecContext(t.Context(), `UPDATE voice_recordings SET file = '', owner = 'dead', lease_until = 1 WHERE message_id = $1`, dead)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(3 * time.Hour)
		eventually(t, "the attempts are deleted", func() bool { return s.count(`SELECT count(*) FROM voice_recordings`) == 1 })
		if used := s.count(`SELECT characters FROM voice_usage WHERE user_id = $1`, ada.UserID); used != len("Kept.") {
			t.Errorf("%d characters are counted", used)
		}
	})
}

// TestFailureOutlivesTheCleaning: the job, which runs as the server starts and once an hour,
// leaves the reasons that calls wait for.
// rule voice-errors
func TestFailureOutlivesTheCleaning(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "Failed.")
		s.speaker.Fail(speech.ErrBroken)
		ask(ada, conversation, message).Want(500)
		ended := s.count(`SELECT lease_until FROM voice_recordings WHERE failure = 'broken'`)
		if age := s.Clock.Now().Sub(time.UnixMilli(int64(ended))); age < 0 || age > time.Minute {
			t.Errorf("the attempt ended %v ago", age)
		}
	})
}

// TestChosenVoiceSpeaks for its character, and is a recording of its own.
// rule voice-settings
func TestChosenVoiceSpeaks(t *testing.T) {
	speaker := &apptest.Speaker{}
	s := stand{Env: apptest.Start(t, apptest.SQLite(t), apptest.WithSpeaker(speaker)), t: t, speaker: speaker}
	ada := s.User("Ada")
	conversation, message := s.reply(ada, free, "Which voice?")
	address(t, ask(ada, conversation, message))
	own := speaker.Requests()[0].Voice
	for _, voice := range []string{"male-2", "female-3"} {
		ada.Do("PUT", "/user/voice", map[string]any{"speed": 2, "language": "", "autoplay": false, "voices": map[string]string{"20": voice, "21": own}}).Want(200)
		address(t, ask(ada, conversation, message))
		if asked := speaker.Requests(); asked[len(asked)-1].Voice != voice {
			t.Errorf("%s was chosen, %+v was asked for", voice, asked[len(asked)-1])
		}
	}
	ada.Do("PUT", "/user/voice", map[string]any{"speed": 0.5, "language": "", "autoplay": false, "voices": map[string]string{}}).Want(200)
	address(t, ask(ada, conversation, message))
	if n := len(speaker.Requests()); n != 3 {
		t.Errorf("the provider was asked %d times: another speed is no other recording", n)
	}
}

// TestCallsEndWithTheLease: a call that waits for an attempt whose process died is answered
// as soon as the lease is over, and the next one takes over.
// rules voice-once, voice-errors
func TestCallsEndWithTheLease(t *testing.T) {
	speaker := &apptest.Speaker{}
	s := stand{Env: apptest.Start(t, apptest.SQLite(t), apptest.WithSpeaker(speaker)), t: t, speaker: speaker}
	ada := s.User("Ada")
	conversation, message := s.reply(ada, free, "Left behind.")
	address(t, ask(ada, conversation, message))
	err := s.App.DB().Write(t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(t.Context(), `UPDATE voice_recordings SET file = '', owner = 'dead', lease_until = $1`, s.Clock.Now().Add(time.Second).UnixMilli())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if a := ask(ada, conversation, message); a.Status != 500 || a.Code() != "voice_failed" {
		t.Errorf("it answers %d %s", a.Status, a.Body)
	}
	address(t, ask(ada, conversation, message))
}
