package voice_test

import (
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

func askForPart(c *apptest.Client, conversationID, message string, part int) apptest.Answer {
	return c.Do("POST", "/voices/character/speech", map[string]any{"messageId": message, "sessionId": conversationID, "part": part})
}

type replyPartAnswer struct {
	Data struct {
		MessageID string
		AudioURL  string
		Last      bool
	}
}

func wantPart(t *testing.T, a apptest.Answer) (out replyPartAnswer) {
	t.Helper()
	a.Want(200).Into(&out)
	return out
}

func (s harness) usedTextLength(c *apptest.Client) int {
	s.t.Helper()
	return s.selectNumber(`SELECT COALESCE(SUM(characters), 0) FROM voice_usage WHERE user_id = $1`, c.UserID)
}

func (s harness) spokenTexts() []string {
	var out []string
	for _, r := range s.speaker.Requests() {
		out = append(out, r.Text)
	}
	return out
}

// runningReplyID waits until a reply runs and returns its id.
func (s harness) runningReplyID() (id string) {
	s.t.Helper()
	apptest.Eventually(s.t, "a reply runs", func() bool {
		return s.App.DB().Reader().QueryRowContext(s.t.Context(), `SELECT id FROM messages WHERE status = 'generating'`).Scan(&id) == nil
	})
	return id
}

// The first sentence is spoken while the reply runs. A call for the next part waits until the model
// has written the part. The last part is marked as the last.
// rule voice-parts
func TestPartsAreReadWhileTheReplyIsWritten(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada, bo := s.NewUser("Ada"), s.NewUser("Bo")
		conversationID, _ := s.replyInNewChat(ada, freeCharacterID, "Before.")
		gate := s.Model.NewGate()
		s.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep {
			return []apptest.AnswerStep{{Text: "One is spoken. Two "}, {Gate: gate}, {Text: "is later."}}
		})
		var wg sync.WaitGroup
		wg.Go(func() { ada.Send(conversationID, "Speak", "").ReadAll() })
		id := s.runningReplyID()
		firstPart := wantPart(t, askForPart(ada, conversationID, "ai-1", 0))
		if firstPart.Data.MessageID != id {
			t.Errorf("a local id stands for %s, not for %s", firstPart.Data.MessageID, id)
		}
		if firstPart.Data.Last || firstPart.Data.AudioURL == "" || strings.Join(s.spokenTexts(), "|") != "One is spoken." {
			t.Errorf("it answers %+v and said %q", firstPart, s.spokenTexts())
		}
		if a := askForRecording(ada, conversationID, id); a.Status != 409 {
			t.Errorf("the whole answers %d", a.Status)
		}
		if a := askForPart(bo, conversationID, id, 0); a.Status != 404 {
			t.Errorf("another user gets %d", a.Status)
		}
		answeredParts := make(chan replyPartAnswer)
		go func() { answeredParts <- wantPart(t, askForPart(ada, conversationID, id, 1)) }()
		select {
		case p := <-answeredParts:
			t.Errorf("a part that is not written answers %+v", p)
		case <-time.After(500 * time.Millisecond):
		}
		close(gate)
		secondPart := <-answeredParts
		wg.Wait()
		if !secondPart.Data.Last || strings.Join(s.spokenTexts(), "|") != "One is spoken.|Two is later." {
			t.Errorf("it answers %+v and said %q", secondPart, s.spokenTexts())
		}
		if p := wantPart(t, askForPart(ada, conversationID, id, 999)); !p.Data.Last || p.Data.AudioURL != "" {
			t.Errorf("a part after the last words answers %+v", p)
		}
		askForPart(ada, conversationID, id, -1).Want(422)
		askForPart(ada, conversationID, id, 999_999).Want(422)
		firstPartAgain := wantPart(t, askForPart(ada, conversationID, id, 0))
		if withoutQuery(firstPartAgain.Data.AudioURL) != withoutQuery(firstPart.Data.AudioURL) || len(s.spokenTexts()) != 2 {
			t.Errorf("the part was made again: %q", s.spokenTexts())
		}
	})
}

func withoutQuery(address string) string { at, _, _ := strings.Cut(address, "?"); return at }

// 50 parallel calls for a part make one call to the provider.
// rules voice-parts, voice-once
func TestPartIsMadeOnce(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Once is enough. And more.")
		release := s.speaker.HoldRecordings()
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() { wantPart(t, askForPart(ada, conversationID, message, 0)) })
		}
		apptest.Eventually(t, "the provider is asked", func() bool { return len(s.speaker.Requests()) == 1 })
		time.Sleep(100 * time.Millisecond)
		close(release)
		wg.Wait()
		if n := len(s.speaker.Requests()); n != 1 {
			t.Errorf("the provider was asked %d times", n)
		}
		if used := s.usedTextLength(ada); used != len("Once is enough.") {
			t.Errorf("%d characters are counted", used)
		}
	})
}

// The characters of a message are counted once if both its parts and the whole are recorded, in
// either order. If the whole fails, the count of the recorded parts stays.
// rules voice-parts, voice-allowance
func TestMessageIsCountedOnce(t *testing.T) {
	eachHarness(t, func(s harness) {
		const text, size = "Ten chars. Ten more.", 20
		ada := s.NewUser("Ada")
		conversationID, parts := s.replyInNewChat(ada, freeCharacterID, text)
		wantPart(t, askForPart(ada, conversationID, parts, 0))
		s.speaker.FailWith(speech.ErrProviderFailed)
		askForRecording(ada, conversationID, parts).Want(500)
		if used := s.usedTextLength(ada); used != 10 {
			t.Errorf("after a part and a failed whole %d are counted", used)
		}
		s.speaker.FailWith(nil)
		wantRecordingAddress(t, askForRecording(ada, conversationID, parts))
		wantPart(t, askForPart(ada, conversationID, parts, 1))
		if used := s.usedTextLength(ada); used != size {
			t.Errorf("after the parts and the whole %d are counted", used)
		}
		wholeReplyID := s.nextReply(ada, conversationID, text)
		wantRecordingAddress(t, askForRecording(ada, conversationID, wholeReplyID))
		wantPart(t, askForPart(ada, conversationID, wholeReplyID, 0))
		wantPart(t, askForPart(ada, conversationID, wholeReplyID, 1))
		if used := s.usedTextLength(ada); used != 2*size {
			t.Errorf("after the whole and the parts of another %d are counted", used)
		}
		if a := askForRecording(ada, conversationID, s.nextReply(ada, conversationID, text)); a.Status != 402 {
			t.Errorf("beyond the allowance it answers %d", a.Status)
		}
	}, apptest.WithVoiceAllowances(45, 1000))
}

// A reply with help lines is spoken neither in the character's voice nor in the chosen one.
// rule voice-help-lines
func TestHelpLinesAreNotSpokenByTheCharacter(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, _ := s.replyInNewChat(ada, freeCharacterID, "Hello.")
		ada.Do("PATCH", "/user/voice", map[string]any{"voices": map[string]string{"20": "male-2"}}).Want(200)
		s.Model.SetAnswers(func(llm.Request) []apptest.AnswerStep { return apptest.WordSteps("I am here.") })
		riskReplyID := ada.Send(conversationID, "I want to kill myself", "").ReadAll().MessageID
		wantRecordingAddress(t, askForRecording(ada, conversationID, riskReplyID))
		r := s.speaker.Requests()[0]
		if r.Voice != "" || r.Gender != "" || r.Rate != 1 || r.Pitch != 1 || !strings.Contains(r.Text, "I am here.") || len(r.Text) < 30 {
			t.Errorf("it asked for %+v", r)
		}
		wantRecordingAddress(t, askForRecording(ada, conversationID, s.nextReply(ada, conversationID, "Back again.")))
		if r := s.speaker.Requests()[1]; r.Voice != "male-2" {
			t.Errorf("the next reply is read by %+v", r)
		}
	})
}

// A transaction has deleted the recordings of a message and will delete the message. Meanwhile a
// call for a recording waits, and afterwards it leaves neither a row nor a file.
// rule voice-forgotten
func TestNothingBeginsWhileMessagesAreDeleted(t *testing.T) {
	eachHarness(t, func(s harness) {
		ada := s.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Soon gone.")
		recordingEraser := voice.NewRecordingEraser(s.App.DB(), s.App.Media())
		answerStatuses := make(chan int, 1)
		err := s.App.DB().Write(t.Context(), func(tx storage.Querier) error {
			if err := recordingEraser.ForgetMessages(t.Context(), tx, ada.UserID, []string{message}); err != nil {
				return err
			}
			go func() { answerStatuses <- askForRecording(ada, conversationID, message).Status }()
			select {
			case status := <-answerStatuses:
				t.Errorf("it answers %d during the deletion", status)
				answerStatuses <- status
			case <-time.After(time.Second):
			}
			_, err := tx.ExecContext(t.Context(), `DELETE FROM messages WHERE id = $1`, message)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if status := <-answerStatuses; status != 404 {
			t.Errorf("it answers %d", status)
		}
		if n := s.selectNumber(`SELECT (SELECT count(*) FROM voice_recordings) + (SELECT count(*) FROM media_files) + (SELECT count(*) FROM voice_usage)`); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// A graceful stop waits until the recordings that are being made are stored, also those whose
// HTTP call was cancelled.
// rule voice-graceful-stop
func TestGracefulStopWaitsForRecordings(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		speaker := &apptest.Speaker{}
		s := harness{Env: apptest.Start(t, o, apptest.WithSpeaker(speaker)), t: t, speaker: speaker}
		ada := s.NewUser("Ada")
		conversationID, message := s.replyInNewChat(ada, freeCharacterID, "Before the end.")
		release := speaker.HoldRecordings()
		s.askAndHangUp(ada, conversationID, message)
		serviceStopped := make(chan struct{})
		go func() { defer close(serviceStopped); s.Stop() }()
		select {
		case <-serviceStopped:
			t.Error("it stopped while a recording was made")
		case <-time.After(time.Second):
		}
		close(release)
		<-serviceStopped
		s.Env = apptest.Start(t, o, apptest.WithSpeaker(speaker))
		if n := s.selectNumber(`SELECT count(*) FROM voice_recordings WHERE file <> ''`); n != 1 {
			t.Errorf("%d recordings are stored", n)
		}
	})
}
