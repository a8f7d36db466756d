package voice_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
	"colloquy/internal/voice/speech"
)

// harness is a running application with a fake speech provider.
type harness struct {
	*apptest.Env
	t       *testing.T
	speaker *apptest.Speaker
}

func eachHarness(t *testing.T, fn func(s harness), changes ...apptest.AppOption) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		speaker := &apptest.Speaker{}
		allChanges := append([]apptest.AppOption{apptest.WithSpeaker(speaker)}, changes...)
		fn(harness{apptest.Start(t, o, allChanges...), t, speaker})
	})
}

// freeCharacterID is the character_id of a free character.
const freeCharacterID = 20

// replyInNewChat opens a user's chat with a character and sends a message. The model replies with the
// given text. The results are the ids of the conversation and of the reply.
func (s harness) replyInNewChat(c *apptest.Client, characterID int, text string) (conversationID, replyID string) {
	s.t.Helper()
	c.Do("POST", "/session", map[string]any{"characterId": characterID}).Want(200)
	conversationID = fmt.Sprintf("%s_%d", c.UserID, characterID)
	return conversationID, s.nextReply(c, conversationID, text)
}

// nextReply sends a message and returns the id of the reply. The model replies with the given text.
func (s harness) nextReply(c *apptest.Client, conversationID, text string) (replyID string) {
	s.t.Helper()
	s.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps(text) })
	replyID = c.Send(conversationID, "Speak", "").ReadAll().MessageID
	if replyID == "" {
		s.t.Fatal("there is no reply")
	}
	return replyID
}

// askForRecording asks for the recording of a reply. The request has other fields too, which
// the server must ignore.
func askForRecording(c *apptest.Client, conversationID, messageID string) apptest.Answer {
	return c.Do("POST", "/voices/character/speech", map[string]any{
		"messageId": messageID, "text": "Say something else", "characterId": "cleopatra", "sessionId": conversationID,
		"useAIEmotion": true, "includeEmotionalProfile": true,
	})
}

// wantRecordingAddress checks that an answer has status 200, and returns the recording's address.
func wantRecordingAddress(t *testing.T, a apptest.Answer) string {
	t.Helper()
	var out struct{ Data struct{ AudioURL string } }
	a.Want(200).Into(&out)
	return out.Data.AudioURL
}

func (s harness) selectNumber(query string, args ...any) (n int) {
	s.t.Helper()
	if err := s.App.DB().Reader().QueryRowContext(s.t.Context(), query, args...).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

// The text of the stored reply is spoken in the voice of the character. The recording can be
// fetched until its address expires.
// rules voice-server, voice-spoken-text
func TestStoredReplyIsRead(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "*smiles* I was **born** in 1815.")
		at := wantRecordingAddress(t, askForRecording(ada, conversationID, message))
		if !strings.HasPrefix(at, "/media/private-") {
			t.Errorf("the address is %s", at)
		}
		requests := s.speaker.Requests()
		if len(requests) != 1 || requests[0].Text != "I was born in eighteen fifteen." || requests[0].Voice == "" || requests[0].Rate == 0 || requests[0].Pitch == 0 {
			t.Errorf("it asked %+v", requests)
		}
		resp, body := s.Get(at)
		if resp.StatusCode != 200 || body != "OggS"+requests[0].Text || resp.Header.Get("Content-Type") != "audio/ogg" {
			t.Errorf("the recording answers %d %s %q", resp.StatusCode, resp.Header.Get("Content-Type"), body)
		}
		unsigned, _, _ := strings.Cut(at, "?")
		if resp, _ := s.Get(unsigned); resp.StatusCode != 404 {
			t.Errorf("without a signature it answers %d", resp.StatusCode)
		}
		s.Clock.Advance(7 * time.Hour)
		if resp, _ := s.Get(at); resp.StatusCode != 404 {
			t.Errorf("after its time it answers %d", resp.StatusCode)
		}
	})
}

// A call for any message but a reply of the caller's own conversation answers 404.
// rules voice-server, voice-errors
func TestOnlyOwnRepliesAreRead(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada, bo := s.NewUser("Ada"), s.NewUser("Bo")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Only for Ada.")
		s.replyInNewChat(bo, freeCharacterID, "Only for Bo.")
		foundUserMessage := s.selectNumber(`SELECT 1 FROM messages WHERE conversation_id = $1 AND is_user LIMIT 1`, conversationID)
		var said string
		s.App.DB().Reader().QueryRowContext(t.Context(), `SELECT id FROM messages WHERE conversation_id = $1 AND is_user`, conversationID).Scan(&said)
		if foundUserMessage != 1 || said == "" {
			t.Fatal("there is no message of the user")
		}
		requestsBefore := len(s.speaker.Requests())
		for name, a := range map[string]apptest.Answer{
			"of another user":           askForRecording(bo, conversationID, message),
			"in another conversation":   askForRecording(bo, bo.UserID+"_20", message),
			"missing":                   askForRecording(ada, conversationID, "01900000-0000-7000-8000-000000000000"),
			"of the user":               askForRecording(ada, conversationID, said),
			"in a missing conversation": askForRecording(ada, ada.UserID+"_9999", message),
		} {
			if a.Status != 404 {
				t.Errorf("a message %s answers %d %s", name, a.Status, a.Body)
			}
		}
		if a := askForRecording(s.NewVisitor(), conversationID, message); a.Status != 401 {
			t.Errorf("a visitor gets %d", a.Status)
		}
		if n := len(s.speaker.Requests()) - requestsBefore; n != 0 {
			t.Errorf("%d recordings were made", n)
		}
	})
}

// 50 parallel calls for a message make one call to the provider.
// rule voice-once
func TestRecordingIsMadeOnce(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Once is enough.")
		release := s.speaker.HoldRecordings()
		files := sync.Map{}
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				at, _, _ := strings.Cut(wantRecordingAddress(t, askForRecording(ada, conversationID, message)), "?")
				files.Store(at, true)
			})
		}
		apptest.Eventually(t, "the provider is asked", func() bool { return len(s.speaker.Requests()) == 1 })
		time.Sleep(100 * time.Millisecond)
		close(release)
		wg.Wait()
		n := 0
		files.Range(func(any, any) bool { n++; return true })
		if requestCount := len(s.speaker.Requests()); requestCount != 1 || n != 1 {
			t.Errorf("%d calls of the provider, %d files", requestCount, n)
		}
		if used := s.selectNumber(`SELECT characters FROM voice_usage WHERE user_id = $1`, ada.UserID); used != len("Once is enough.") {
			t.Errorf("%d characters are counted", used)
		}
	})
}

// Each failure of the provider has its error text, counts no characters and leaves no file. The
// next call succeeds.
// rule voice-errors
func TestFailureLeavesNoFileOrCount(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Try again.")
		for _, c := range []struct {
			err    error
			status int
			text   string
		}{
			{speech.ProviderErrorf("status 401"), 500, "Server error. Please try again later."},
			{errors.New("unknown"), 500, "Server error. Please try again later."},
			{speech.ErrBusy, 429, "Too many voice requests. Please wait before trying again."},
		} {
			s.speaker.FailWith(c.err)
			if a := askForRecording(ada, conversationID, message); a.Status != c.status || !strings.Contains(a.Body, `"message":"`+c.text+`"`) {
				t.Errorf("%v answers %d %s", c.err, a.Status, a.Body)
			}
			if used := s.selectNumber(`SELECT characters FROM voice_usage WHERE user_id = $1`, ada.UserID); used != 0 {
				t.Errorf("after %v %d characters are counted", c.err, used)
			}
			if n := s.selectNumber(`SELECT count(*) FROM media_files`); n != 0 {
				t.Errorf("after %v there are %d files", c.err, n)
			}
		}
		s.speaker.FailWith(nil)
		wantRecordingAddress(t, askForRecording(ada, conversationID, message))
	})
}

// Neither a running reply nor a reply without words is read.
// rule voice-errors
func TestRunningReplyIsNotRead(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "*nods*")
		if a := askForRecording(ada, conversationID, message); a.Status != 422 || !strings.Contains(a.Body, "No audio content available for playback.") {
			t.Errorf("without words it answers %d %s", a.Status, a.Body)
		}
		modelGate := s.Model.NewGate()
		defer s.Model.ReleaseGates()
		s.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
			return []apptest.AnswerStep{{Text: "Still "}, {Gate: modelGate}, {Text: "writing."}}
		})
		stream := ada.Send(conversationID, "Speak", "")
		defer stream.Close()
		var running string
		apptest.Eventually(t, "a reply runs", func() bool {
			err := s.App.DB().Reader().QueryRowContext(t.Context(), `SELECT id FROM messages WHERE status = 'generating'`).Scan(&running)
			return err == nil
		})
		if a := askForRecording(ada, conversationID, running); a.Status != 409 {
			t.Errorf("a running reply answers %d %s", a.Status, a.Body)
		}
	})
}

// If the process of an attempt died, the next call after the end of the lease makes the recording.
// The characters of the text are counted only once.
// rule voice-once
func TestAbandonedRecordingIsTakenOver(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Left behind.")
		wantRecordingAddress(t, askForRecording(ada, conversationID, message))
		err := s.App.DB().Write(t.Context(), func(tx storage.Querier) error {
			_, err := tx.ExecContext(t.Context(), `UPDATE voice_recordings SET file = '', owner = 'dead', lease_until = 1`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		wantRecordingAddress(t, askForRecording(ada, conversationID, message))
		if n := len(s.speaker.Requests()); n != 2 {
			t.Errorf("the provider was asked %d times", n)
		}
		if used := s.selectNumber(`SELECT characters FROM voice_usage`); used != len("Left behind.") {
			t.Errorf("%d characters are counted", used)
		}
	})
}

// While two recordings of a user are being made, a call for a third one answers 429.
// rule voice-errors
func TestThirdRecordingAtOnceIsRefused(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, first := s.replyInNewChat(ada, freeCharacterID, "One.")
		second, third := s.nextReply(ada, conversationID, "Two."), s.nextReply(ada, conversationID, "Three.")
		release := s.speaker.HoldRecordings()
		var wg sync.WaitGroup
		for _, m := range []string{first, second} {
			wg.Go(func() { wantRecordingAddress(t, askForRecording(ada, conversationID, m)) })
		}
		apptest.Eventually(t, "two are made", func() bool { return len(s.speaker.Requests()) == 2 })
		if a := askForRecording(ada, conversationID, third); a.Status != 429 || a.Header.Get("Retry-After") == "" {
			t.Errorf("a third answers %d %s", a.Status, a.Body)
		}
		close(release)
		wg.Wait()
		wantRecordingAddress(t, askForRecording(ada, conversationID, third))
	})
}

// rules voice-errors, voice-settings
func TestVoiceWithoutSpeakerIsUnavailable(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		s := harness{Env: e, t: t}
		ada := e.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Silence.")
		if a := askForRecording(ada, conversationID, message); a.Status != 503 || !strings.Contains(a.Body, "Service temporarily unavailable. Please try again later.") {
			t.Errorf("it answers %d %s", a.Status, a.Body)
		}
		if a := ada.Do("GET", "/user/voice", nil).Want(200); !strings.Contains(a.Body, `"provider":"browser"`) || !strings.Contains(a.Body, `"transcription":true`) {
			t.Errorf("the state is %s", a.Body)
		}
	})
}
