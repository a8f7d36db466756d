package voice_test

import (
	"bytes"
	"mime/multipart"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/voice/speech"
)

func postRecording(c *apptest.Client, audio string) apptest.Answer {
	var out bytes.Buffer
	form := multipart.NewWriter(&out)
	part, _ := form.CreateFormFile("audio", "speech")
	part.Write([]byte(audio))
	form.Close()
	return c.Do("POST", "/voices/transcription", out.String(), "Content-Type", form.FormDataContentType())
}

// Recordings of every format are transcribed, and each kind of failure has its answer.
// rule voice-transcription
func TestRecordingsAreTranscribed(t *testing.T) {
	w := &apptest.Transcriber{Text: "what is a number,"}
	e := apptest.Start(t, apptest.SQLite(t), apptest.WithTranscriber(w))
	ada := e.NewUser("Ada")
	for audio, mediaType := range map[string]string{
		"\x1a\x45\xdf\xa3....": "audio/webm", "OggS....": "audio/ogg", "....ftypM4A ": "audio/mp4", "RIFF....WAVEfmt ": "audio/wav",
	} {
		var out struct{ Text string }
		if postRecording(ada, audio).Want(200).Into(&out); out.Text != "what is a number, in "+mediaType {
			t.Errorf("%q becomes %q", audio, out.Text)
		}
	}
	for _, audio := range []string{"", "<script>", strings.Repeat("x", 2000)} {
		if a := postRecording(ada, audio); a.Status != 422 {
			t.Errorf("%.10q answers %d %s", audio, a.Status, a.Body)
		}
	}
	for err, status := range map[error]int{speech.ErrBusy: 429, speech.ErrProviderFailed: 500} {
		w.Err = err
		if a := postRecording(ada, "OggS"); a.Status != status || a.ErrorCode() == "internal" {
			t.Errorf("%v answers %d %s", err, a.Status, a.Body)
		}
	}
	if a := postRecording(e.NewVisitor(), "OggS"); a.Status != 401 {
		t.Errorf("a visitor gets %d", a.Status)
	}
}

// rule voice-transcription
func TestTranscriptionWithoutServiceIsUnavailable(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t), apptest.WithTranscriber(nil))
	if a := postRecording(e.NewUser("Ada"), "OggS"); a.Status != 503 || a.ErrorCode() != "transcription_unavailable" {
		t.Errorf("it answers %d %s", a.Status, a.Body)
	}
}
