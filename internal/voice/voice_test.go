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

// stand is a running application with a scripted speaker.
type stand struct {
	*apptest.Env
	t       *testing.T
	speaker *apptest.Speaker
}

func each(t *testing.T, fn func(s stand), changes ...apptest.Change) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		speaker := &apptest.Speaker{}
		all := append([]apptest.Change{apptest.WithSpeaker(speaker)}, changes...)
		fn(stand{apptest.Start(t, o, all...), t, speaker})
	})
}

// free is the character_id of a free character.
const free = 20

// reply lets a character of a user answer with a text, and returns the ids of the
// conversation and of the reply.
func (s stand) reply(c *apptest.Client, characterID int, text string) (conversation, message string) {
	s.t.Helper()
	c.Do("POST", "/session", map[string]any{"characterId": characterID}).Want(200)
	conversation = fmt.Sprintf("%s_%d", c.UserID, characterID)
	return conversation, s.answer(c, conversation, text)
}

func (s stand) answer(c *apptest.Client, conversation, text string) (message string) {
	s.t.Helper()
	s.Model.Answer(func(llm.Request) []apptest.Step { return apptest.Words(text) })
	message = c.Send(conversation, "Speak", "").All().MessageID
	if message == "" {
		s.t.Fatal("there is no reply")
	}
	return message
}

func ask(c *apptest.Client, conversation, message string) apptest.Answer {
	return c.Do("POST", "/voices/character/speech", map[string]any{
		"messageId": message, "text": "Say something else", "characterId": "cleopatra", "sessionId": conversation,
		"useAIEmotion": true, "includeEmotionalProfile": true,
	})
}

// address returns the address of a recording.
func address(t *testing.T, a apptest.Answer) string {
	t.Helper()
	var out struct{ Data struct{ AudioURL string } }
	a.Want(200).Into(&out)
	return out.Data.AudioURL
}

func (s stand) count(query string, args ...any) (n int) {
	s.t.Helper()
	if err := s.App.DB().Reader().QueryRowContext(s.t.Context(), query, args...).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(15 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within fifteen seconds", what)
		}
	}
}

// TestStoredReplyIsRead: the words of the stored reply are spoken in the voice of the
// character, and the recording can be fetched with ranges until its address expires.
// rules voice-server, voice-spoken-text
func TestStoredReplyIsRead(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "*smiles* I was **born** in 1815.")
		at := address(t, ask(ada, conversation, message))
		if !strings.HasPrefix(at, "/media/private-") {
			t.Errorf("the address is %s", at)
		}
		asked := s.speaker.Requests()
		if len(asked) != 1 || asked[0].Text != "I was born in eighteen fifteen." || asked[0].Voice == "" || asked[0].Rate == 0 || asked[0].Pitch == 0 {
			t.Errorf("it asked %+v", asked)
		}
		resp, body := s.Get(at)
		if resp.StatusCode != 200 || body != "OggS"+asked[0].Text || resp.Header.Get("Content-Type") != "audio/ogg" {
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

// TestOnlyOwnRepliesAreRead: other messages do not exist for the caller.
// rules voice-server, voice-errors
func TestOnlyOwnRepliesAreRead(t *testing.T) {
	each(t, func(s stand) {
		ada, bo := s.User("Ada"), s.User("Bo")
		conversation, message := s.reply(ada, free, "Only for Ada.")
		s.reply(bo, free, "Only for Bo.")
		own := s.count(`SELECT 1 FROM messages WHERE conversation_id = $1 AND is_user LIMIT 1`, conversation)
		var said string
		s.App.DB().Reader().QueryRowContext(t.Context(), `SELECT id FROM messages WHERE conversation_id = $1 AND is_user`, conversation).Scan(&said)
		if own != 1 || said == "" {
			t.Fatal("there is no message of the user")
		}
		before := len(s.speaker.Requests())
		for name, a := range map[string]apptest.Answer{
			"of another user":           ask(bo, conversation, message),
			"in another conversation":   ask(bo, bo.UserID+"_20", message),
			"missing":                   ask(ada, conversation, "01900000-0000-7000-8000-000000000000"),
			"of the user":               ask(ada, conversation, said),
			"in a missing conversation": ask(ada, ada.UserID+"_9999", message),
		} {
			if a.Status != 404 {
				t.Errorf("a message %s answers %d %s", name, a.Status, a.Body)
			}
		}
		if a := ask(s.Visitor(), conversation, message); a.Status != 401 {
			t.Errorf("a visitor gets %d", a.Status)
		}
		if n := len(s.speaker.Requests()) - before; n != 0 {
			t.Errorf("%d recordings were made", n)
		}
	})
}

// TestRecordingIsMadeOnce: parallel calls for a message make one call of the provider.
// rule voice-once
func TestRecordingIsMadeOnce(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "Once is enough.")
		release := s.speaker.Hold()
		files := sync.Map{}
		var calls sync.WaitGroup
		for range 50 {
			calls.Go(func() {
				at, _, _ := strings.Cut(address(t, ask(ada, conversation, message)), "?")
				files.Store(at, true)
			})
		}
		eventually(t, "the provider is asked", func() bool { return len(s.speaker.Requests()) == 1 })
		time.Sleep(100 * time.Millisecond)
		close(release)
		calls.Wait()
		n := 0
		files.Range(func(any, any) bool { n++; return true })
		if asked := len(s.speaker.Requests()); asked != 1 || n != 1 {
			t.Errorf("%d calls of the provider, %d files", asked, n)
		}
		if used := s.count(`SELECT characters FROM voice_usage WHERE user_id = $1`, ada.UserID); used != len("Once is enough.") {
			t.Errorf("%d characters are counted", used)
		}
	})
}

// TestFailureLeavesNothing: what a provider does wrong has its text, gives the characters
// back, and the next try succeeds.
// rule voice-errors
func TestFailureLeavesNothing(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "Try again.")
		for _, c := range []struct {
			err    error
			status int
			text   string
		}{
			{speech.Broken("status 401"), 500, "Server error. Please try again later."},
			{errors.New("unknown"), 500, "Server error. Please try again later."},
			{speech.ErrBusy, 429, "Too many voice requests. Please wait before trying again."},
		} {
			s.speaker.Fail(c.err)
			if a := ask(ada, conversation, message); a.Status != c.status || !strings.Contains(a.Body, `"message":"`+c.text+`"`) {
				t.Errorf("%v answers %d %s", c.err, a.Status, a.Body)
			}
			if used := s.count(`SELECT characters FROM voice_usage WHERE user_id = $1`, ada.UserID); used != 0 {
				t.Errorf("after %v %d characters are counted", c.err, used)
			}
			if n := s.count(`SELECT count(*) FROM media_files`); n != 0 {
				t.Errorf("after %v there are %d files", c.err, n)
			}
		}
		s.speaker.Fail(nil)
		address(t, ask(ada, conversation, message))
	})
}

// TestRunningReplyIsNotRead, and one without words neither.
// rule voice-errors
func TestRunningReplyIsNotRead(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "*nods*")
		if a := ask(ada, conversation, message); a.Status != 422 || !strings.Contains(a.Body, "No audio content available for playback.") {
			t.Errorf("without words it answers %d %s", a.Status, a.Body)
		}
		hold := s.Model.Hold()
		defer s.Model.Release()
		s.Model.Answer(func(llm.Request) []apptest.Step {
			return []apptest.Step{{Text: "Still "}, {Hold: hold}, {Text: "writing."}}
		})
		stream := ada.Send(conversation, "Speak", "")
		defer stream.Close()
		var running string
		eventually(t, "a reply runs", func() bool {
			err := s.App.DB().Reader().QueryRowContext(t.Context(), `SELECT id FROM messages WHERE status = 'generating'`).Scan(&running)
			return err == nil
		})
		if a := ask(ada, conversation, running); a.Status != 409 {
			t.Errorf("a running reply answers %d %s", a.Status, a.Body)
		}
	})
}

// TestAbandonedRecordingIsTakenOver: after the lease of a process that died another call
// makes the recording, and its characters are counted once.
// rule voice-once
func TestAbandonedRecordingIsTakenOver(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "Left behind.")
		address(t, ask(ada, conversation, message))
		err := s.App.DB().Write(t.Context(), func(tx storage.Querier) error {
			_, err := tx.ExecContext(t.Context(), `UPDATE voice_recordings SET file = '', owner = 'dead', lease_until = 1`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		address(t, ask(ada, conversation, message))
		if n := len(s.speaker.Requests()); n != 2 {
			t.Errorf("the provider was asked %d times", n)
		}
		if used := s.count(`SELECT characters FROM voice_usage`); used != len("Left behind.") {
			t.Errorf("%d characters are counted", used)
		}
	})
}

// TestTwoRecordingsAtOnce: a user cannot let more be made at once.
// rule voice-errors
func TestTwoRecordingsAtOnce(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, first := s.reply(ada, free, "One.")
		second, third := s.answer(ada, conversation, "Two."), s.answer(ada, conversation, "Three.")
		release := s.speaker.Hold()
		var calls sync.WaitGroup
		for _, m := range []string{first, second} {
			calls.Go(func() { address(t, ask(ada, conversation, m)) })
		}
		eventually(t, "two are made", func() bool { return len(s.speaker.Requests()) == 2 })
		if a := ask(ada, conversation, third); a.Status != 429 || a.Header.Get("Retry-After") == "" {
			t.Errorf("a third answers %d %s", a.Status, a.Body)
		}
		close(release)
		calls.Wait()
		address(t, ask(ada, conversation, third))
	})
}

// TestWithoutSpeakerTheServerSaysSo. rules voice-errors, voice-settings
func TestWithoutSpeakerTheServerSaysSo(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		s := stand{Env: e, t: t}
		ada := e.User("Ada")
		conversation, message := s.reply(ada, free, "Silence.")
		if a := ask(ada, conversation, message); a.Status != 503 || !strings.Contains(a.Body, "Service temporarily unavailable. Please try again later.") {
			t.Errorf("it answers %d %s", a.Status, a.Body)
		}
		if a := ada.Do("GET", "/user/voice", nil).Want(200); !strings.Contains(a.Body, `"provider":"browser"`) || !strings.Contains(a.Body, `"transcription":true`) {
			t.Errorf("the state is %s", a.Body)
		}
	})
}
