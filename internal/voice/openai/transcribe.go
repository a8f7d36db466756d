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

// maxAnswerBytes is the largest size of an answer with a transcript. Rule voice-providers.
const maxAnswerBytes = 256 << 10

// Transcriber turns recordings into text. It is safe for concurrent use.
type Transcriber struct{ service audioService }

// NewTranscriber returns a Transcriber.
func NewTranscriber(o Options) *Transcriber {
	return &Transcriber{service: newService(o, "/audio/transcriptions", DefaultTranscriberModel)}
}

// Name identifies the service and its model.
func (t *Transcriber) Name() string { return t.service.name }

// fileNameOfType has, by media type, the file name with which a recording is sent. Services
// recognise the format by the extension.
var fileNameOfType = map[string]string{
	"audio/webm": "audio.webm", "video/webm": "audio.webm", "audio/ogg": "audio.ogg", "audio/mp4": "audio.mp4",
	"audio/mpeg": "audio.mp3", "audio/wav": "audio.wav", "audio/x-wav": "audio.wav", "audio/wave": "audio.wav",
}

// Transcribe returns the text that is spoken in data. mediaType is the type of data, such as
// "audio/webm;codecs=opus"; an unknown type is sent as WebM. The error wraps speech.ErrBusy or
// speech.ErrProviderFailed.
func (t *Transcriber) Transcribe(ctx context.Context, data []byte, mediaType string) (string, error) {
	contentType, body, err := t.encodeForm(data, mediaType)
	if err != nil {
		return "", speech.ProviderErrorf("the request cannot be encoded")
	}
	answer, err := t.service.post(ctx, contentType, body, maxAnswerBytes)
	if err != nil {
		return "", err
	}
	var out struct {
		Text *string `json:"text"`
	}
	if err := json.Unmarshal(answer, &out); err != nil || out.Text == nil {
		return "", speech.ProviderErrorf("an answer that is not a transcript")
	}
	return strings.TrimSpace(*out.Text), nil
}

func (t *Transcriber) encodeForm(data []byte, mediaType string) (contentType string, body []byte, err error) {
	base, _, _ := mime.ParseMediaType(mediaType)
	name := fileNameOfType[base]
	if name == "" {
		name = fileNameOfType["audio/webm"]
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
