package voice_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/llm"
	"colloquy/internal/storage"
	"colloquy/internal/voice"
	"colloquy/internal/voice/speech"
)

func askPart(c *apptest.Client, conversation, message string, part int) apptest.Answer {
	return c.Do("POST", "/voices/character/speech", map[string]any{"messageId": message, "sessionId": conversation, "part": part})
}

type partJSON struct {
	Data struct {
		MessageID string
		AudioURL  string
		Last      bool
	}
}

func partOf(t *testing.T, a apptest.Answer) (out partJSON) {
	t.Helper()
	a.Want(200).Into(&out)
	return out
}

func (s stand) used(c *apptest.Client) int {
	s.t.Helper()
	return s.count(`SELECT COALESCE(SUM(characters), 0) FROM voice_usage WHERE user_id = $1`, c.UserID)
}

func (s stand) said() []string {
	var out []string
	for _, r := range s.speaker.Requests() {
		out = append(out, r.Text)
	}
	return out
}

// runningReply is the id of the only running reply.
func (s stand) runningReply() (id string) {
	s.t.Helper()
	eventually(s.t, "a reply runs", func() bool {
		return s.App.DB().Reader().QueryRowContext(s.t.Context(), `SELECT id FROM messages WHERE status = 'generating'`).Scan(&id) == nil
	})
	return id
}

// TestPartsAreReadWhileTheReplyIsWritten: the first sentence is spoken while the reply runs,
// the call for the next part waits, and the last one says that it is the last.
// rule voice-parts
func TestPartsAreReadWhileTheReplyIsWritten(t *testing.T) {
	each(t, func(s stand) {
		ada, bo := s.User("Ada"), s.User("Bo")
		conversation, _ := s.reply(ada, free, "Before.")
		gate := s.Model.Hold()
		s.Model.Answer(func(llm.Request) []apptest.Step {
			return []apptest.Step{{Text: "One is spoken. Two "}, {Hold: gate}, {Text: "is later."}}
		})
		var stream sync.WaitGroup
		stream.Go(func() { ada.Send(conversation, "Speak", "").All() })
		id := s.runningReply()
		first := partOf(t, askPart(ada, conversation, "ai-1", 0))
		if first.Data.MessageID != id {
			t.Errorf("a local id stands for %s, not for %s", first.Data.MessageID, id)
		}
		if first.Data.Last || first.Data.AudioURL == "" || strings.Join(s.said(), "|") != "One is spoken." {
			t.Errorf("it answers %+v and said %q", first, s.said())
		}
		if a := ask(ada, conversation, id); a.Status != 409 {
			t.Errorf("the whole answers %d", a.Status)
		}
		if a := askPart(bo, conversation, id, 0); a.Status != 404 {
			t.Errorf("another user gets %d", a.Status)
		}
		answered := make(chan partJSON)
		go func() { answered <- partOf(t, askPart(ada, conversation, id, 1)) }()
		select {
		case p := <-answered:
			t.Errorf("a part that is not written answers %+v", p)
		case <-time.After(500 * time.Millisecond):
		}
		close(gate)
		second := <-answered
		stream.Wait()
		if !second.Data.Last || strings.Join(s.said(), "|") != "One is spoken.|Two is later." {
			t.Errorf("it answers %+v and said %q", second, s.said())
		}
		if p := partOf(t, askPart(ada, conversation, id, 999)); !p.Data.Last || p.Data.AudioURL != "" {
			t.Errorf("a part after the last words answers %+v", p)
		}
		askPart(ada, conversation, id, -1).Want(422)
		askPart(ada, conversation, id, 999_999).Want(422)
		again := partOf(t, askPart(ada, conversation, id, 0))
		if pathOf(again.Data.AudioURL) != pathOf(first.Data.AudioURL) || len(s.said()) != 2 {
			t.Errorf("the part was made again: %q", s.said())
		}
	})
}

func pathOf(address string) string { at, _, _ := strings.Cut(address, "?"); return at }

// TestPartIsMadeOnce: 50 parallel calls for a part make one call of the provider.
// rules voice-parts, voice-once
func TestPartIsMadeOnce(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "Once is enough. And more.")
		release := s.speaker.Hold()
		var calls sync.WaitGroup
		for range 50 {
			calls.Go(func() { partOf(t, askPart(ada, conversation, message, 0)) })
		}
		eventually(t, "the provider is asked", func() bool { return len(s.speaker.Requests()) == 1 })
		time.Sleep(100 * time.Millisecond)
		close(release)
		calls.Wait()
		if n := len(s.speaker.Requests()); n != 1 {
			t.Errorf("the provider was asked %d times", n)
		}
		if used := s.used(ada); used != len("Once is enough.") {
			t.Errorf("%d characters are counted", used)
		}
	})
}

// TestMessageIsCountedOnce for its parts and its whole, in either order, and a failed whole
// gives back only what the parts have not counted.
// rules voice-parts, voice-allowance
func TestMessageIsCountedOnce(t *testing.T) {
	each(t, func(s stand) {
		const text, size = "Ten chars. Ten more.", 20
		ada := s.User("Ada")
		conversation, parts := s.reply(ada, free, text)
		partOf(t, askPart(ada, conversation, parts, 0))
		s.speaker.Fail(speech.ErrBroken)
		ask(ada, conversation, parts).Want(500)
		if used := s.used(ada); used != 10 {
			t.Errorf("after a part and a failed whole %d are counted", used)
		}
		s.speaker.Fail(nil)
		address(t, ask(ada, conversation, parts))
		partOf(t, askPart(ada, conversation, parts, 1))
		if used := s.used(ada); used != size {
			t.Errorf("after the parts and the whole %d are counted", used)
		}
		whole := s.answer(ada, conversation, text)
		address(t, ask(ada, conversation, whole))
		partOf(t, askPart(ada, conversation, whole, 0))
		partOf(t, askPart(ada, conversation, whole, 1))
		if used := s.used(ada); used != 2*size {
			t.Errorf("after the whole and the parts of another %d are counted", used)
		}
		if a := ask(ada, conversation, s.answer(ada, conversation, text)); a.Status != 402 {
			t.Errorf("beyond the allowance it answers %d", a.Status)
		}
	}, apptest.WithVoiceCharacters(45, 1000))
}

// TestHelpLinesAreNotSpokenByTheCharacter: neither in its voice nor in the chosen one.
// rule voice-help-lines
func TestHelpLinesAreNotSpokenByTheCharacter(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, _ := s.reply(ada, free, "Hello.")
		ada.Do("PUT", "/user/voice", map[string]any{"speed": 1, "language": "", "autoplay": false, "voices": map[string]string{"20": "male-2"}}).Want(200)
		s.Model.Answer(func(llm.Request) []apptest.Step { return apptest.Words("I am here.") })
		risk := ada.Send(conversation, "I want to kill myself", "").All().MessageID
		address(t, ask(ada, conversation, risk))
		r := s.speaker.Requests()[0]
		if r.Voice != "" || r.Gender != "" || r.Rate != 1 || r.Pitch != 1 || !strings.Contains(r.Text, "I am here.") || len(r.Text) < 30 {
			t.Errorf("it asked for %+v", r)
		}
		address(t, ask(ada, conversation, s.answer(ada, conversation, "Back again.")))
		if r := s.speaker.Requests()[1]; r.Voice != "male-2" {
			t.Errorf("the next reply is read by %+v", r)
		}
	})
}

// TestNothingBeginsWhileMessagesAreDeleted: a call between the deletion of recordings and
// that of their messages waits for it, and leaves neither row nor file.
// rule voice-forgotten
func TestNothingBeginsWhileMessagesAreDeleted(t *testing.T) {
	each(t, func(s stand) {
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "Soon gone.")
		recordings := voice.NewRecordings(s.App.DB(), s.App.Media())
		answered := make(chan int, 1)
		err := s.App.DB().Write(t.Context(), func(tx storage.Querier) error {
			if err := recordings.ForgetMessages(t.Context(), tx, ada.UserID, []string{message}); err != nil {
				return err
			}
			go func() { answered <- ask(ada, conversation, message).Status }()
			select {
			case status := <-answered:
				t.Errorf("it answers %d during the deletion", status)
				answered <- status
			case <-time.After(time.Second):
			}
			_, err := tx.ExecContext(t.Context(), `DELETE FROM messages WHERE id = $1`, message)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if status := <-answered; status != 404 {
			t.Errorf("it answers %d", status)
		}
		if n := s.count(`SELECT (SELECT count(*) FROM voice_recordings) + (SELECT count(*) FROM media_files) + (SELECT count(*) FROM voice_usage)`); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// TestGracefulStopWaitsForRecordings that are being made, also for those whose call was cut:
// they are stored.
// rule voice-graceful-stop
func TestGracefulStopWaitsForRecordings(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		speaker := &apptest.Speaker{}
		s := stand{Env: apptest.Start(t, o, apptest.WithSpeaker(speaker)), t: t, speaker: speaker}
		ada := s.User("Ada")
		conversation, message := s.reply(ada, free, "Before the end.")
		release := speaker.Hold()
		body := fmt.Sprintf(`{"messageId":%q,"sessionId":%q}`, message, conversation)
		ctx, cut := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, "POST", ada.URL+"/api/voices/character/speech", strings.NewReader(body))
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
			}
		}()
		eventually(t, "the provider is asked", func() bool { return len(speaker.Requests()) == 1 })
		cut()
		<-ended
		stopped := make(chan struct{})
		go func() { defer close(stopped); s.Stop() }()
		select {
		case <-stopped:
			t.Error("it stopped while a recording was made")
		case <-time.After(time.Second):
		}
		close(release)
		<-stopped
		s.Env = apptest.Start(t, o, apptest.WithSpeaker(speaker))
		if n := s.count(`SELECT count(*) FROM voice_recordings WHERE file <> ''`); n != 1 {
			t.Errorf("%d recordings are stored", n)
		}
	})
}
