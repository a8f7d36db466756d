package voice

import (
	"context"

	"colloquy/internal/httpx"
)

const tag = "Voice"

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/voices/character/speech", ID: "speakReply", Summary: "Read a stored reply aloud", Tag: tag, Timeout: callTimeout}, s.handleSpeech)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/voices/transcription", ID: "transcribe", Summary: "Write down a recording", Tag: tag, Upload: audioField, Timeout: callTimeout}, s.handleTranscription)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/voice", ID: "getVoice", Summary: "The caller's voice settings, and what is used of the allowance", Tag: tag}, s.handleState)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/user/voice", ID: "putVoice", Summary: "Choose voice settings", Tag: tag}, s.handleChoose)
}

func (s *Service) handleSpeech(ctx context.Context, in *speechIn) (*speechOut, error) {
	address, err := s.Speech(ctx, httpx.Actor(ctx), in.Body.SessionID, in.Body.MessageID)
	if err != nil {
		return nil, err
	}
	out := &speechOut{}
	out.Body.Data.AudioURL = address
	return out, nil
}

func (s *Service) handleTranscription(ctx context.Context, in *transcriptionIn) (*transcriptionOut, error) {
	audio, err := in.Data()
	if err != nil {
		return nil, err
	}
	text, err := s.Transcribe(ctx, audio)
	if err != nil {
		return nil, err
	}
	out := &transcriptionOut{}
	out.Body.Text = text
	return out, nil
}

func (s *Service) handleState(ctx context.Context, _ *struct{}) (*stateOut, error) {
	v, err := s.State(ctx, httpx.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return toState(v), nil
}

func (s *Service) handleChoose(ctx context.Context, in *settingsIn) (*stateOut, error) {
	v, err := s.Choose(ctx, httpx.Actor(ctx), Settings(in.Body))
	if err != nil {
		return nil, err
	}
	return toState(v), nil
}
