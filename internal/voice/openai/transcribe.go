package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"mime"
	"mime/multipart"
	"strings"

	"colloquy/internal/voice/speech"
)

// maxTranscript is the most bytes of a transcript's answer.
const maxTranscript = 256 << 10

// Transcriber turns recordings into text. It is safe for concurrent use.
type Transcriber struct{ service service }

// NewTranscriber returns a Transcriber.
func NewTranscriber(o Options) *Transcriber {
	return &Transcriber{service: newService(o, "/audio/transcriptions", DefaultTranscriber)}
}

// Name identifies the service and its model.
func (t *Transcriber) Name() string { return t.service.name }

// fileNames are the names under which recordings are sent: services recognise the format by
// the extension.
var fileNames = map[string]string{
	"audio/webm": "audio.webm", "video/webm": "audio.webm", "audio/ogg": "audio.ogg", "audio/mp4": "audio.mp4",
	"audio/mpeg": "audio.mp3", "audio/wav": "audio.wav", "audio/x-wav": "audio.wav", "audio/wave": "audio.wav",
}

// Transcribe returns what is said in data. mediaType is its type, such as
// "audio/webm;codecs=opus"; an unknown one is sent as WebM. Its errors are those of
// speech.Provider.
func (t *Transcriber) Transcribe(ctx context.Context, data []byte, mediaType string) (string, error) {
	contentType, body, err := t.form(data, mediaType)
	if err != nil {
		return "", speech.Broken("the request cannot be encoded")
	}
	answer, err := t.service.post(ctx, contentType, body, maxTranscript)
	if err != nil {
		return "", err
	}
	var out struct {
		Text *string `json:"text"`
	}
	if err := json.Unmarshal(answer, &out); err != nil || out.Text == nil {
		return "", speech.Broken("an answer that is not a transcript")
	}
	return strings.TrimSpace(*out.Text), nil
}

func (t *Transcriber) form(data []byte, mediaType string) (contentType string, body []byte, err error) {
	base, _, _ := mime.ParseMediaType(mediaType)
	name := fileNames[base]
	if name == "" {
		name = fileNames["audio/webm"]
	}
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	if err = w.WriteField("model", t.service.model); err != nil {
		return "", nil, err
	}
	file, err := w.CreateFormFile("file", name)
	if err != nil {
		return "", nil, err
	}
	if _, err = file.Write(data); err != nil {
		return "", nil, err
	}
	if err = w.Close(); err != nil {
		return "", nil, err
	}
	return w.FormDataContentType(), out.Bytes(), nil
}
