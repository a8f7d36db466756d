package voice_test

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
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

// TestAllowanceHolds: parallel calls never exceed the characters of a month, which begins
// anew for each.
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

// TestDeletedMessageHasNoRecording: a deleted chat and a deleted account have neither row
// nor file.
// rule voice-forgotten
func TestDeletedMessageHasNoRecording(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		s := stand{speaker: &apptest.Speaker{}, t: t}
		s.Env = apptest.Start(t, o, apptest.WithSpeaker(s.speaker))
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "Soon gone.")
		at := address(t, ask(ada, conversation, message))
		u, _ := url.Parse(at)
		file := filepath.Join(o.DataDir, "media", strings.TrimPrefix(u.Path, "/media/"))
		if _, err := os.Stat(file); err != nil {
			t.Fatal(err)
		}
		ada.Do("DELETE", "/user/chats/"+conversation, nil).Want(200)
		if n := s.count(`SELECT count(*) FROM voice_recordings`); n != 0 {
			t.Errorf("%d rows are left", n)
		}
		eventually(t, "the file is deleted", func() bool { _, err := os.Stat(file); return os.IsNotExist(err) })
		if resp, _ := s.Get(at); resp.StatusCode != 404 {
			t.Errorf("the address answers %d", resp.StatusCode)
		}

		conversation, message = s.reply(ada, free, "Deleted while it is spoken.")
		release := s.speaker.Hold()
		var call sync.WaitGroup
		call.Go(func() {
			if a := ask(ada, conversation, message); a.Status != 404 {
				t.Errorf("it answers %d %s", a.Status, a.Body)
			}
		})
		eventually(t, "the provider is asked", func() bool { return len(s.speaker.Requests()) == 2 })
		ada.Do("DELETE", "/user/chats/"+conversation, nil).Want(200)
		close(release)
		call.Wait()
		eventually(t, "no file is left", func() bool { return s.count(`SELECT count(*) FROM media_files`) == 0 })
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
		s.Model.Answer(func(llm.Request) []apptest.Step { return []apptest.Step{{Text: "Still "}, {Hold: hold}, {Text: "writing."}} })
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
		if a := ada.Do("GET", "/user/voice", nil).Want(200); !strings.Contains(a.Body, `"provider":"browser"`) || !strings.Contains(a.Body, `"transcription":false`) {
			t.Errorf("the state is %s", a.Body)
		}
	})
}
