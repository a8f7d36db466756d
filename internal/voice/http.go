package voice

import (
	"context"

	"colloquy/internal/httpx"
)

const apiTag = "Voice"

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/voices/character/speech", ID: "speakReply", Summary: "Read a stored reply aloud", Tag: apiTag, Timeout: callTimeout}, s.handleSpeech)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/voices/transcription", ID: "transcribe", Summary: "Write down a recording", Tag: apiTag, Upload: audioField, Timeout: callTimeout}, s.handleTranscription)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/user/voice", ID: "getVoice", Summary: "The caller's voice settings, and what is used of the allowance", Tag: apiTag}, s.handleReadSettingsAndAllowance)
	httpx.Handle(api, httpx.Op{Method: "PATCH", Path: "/user/voice", ID: "changeVoice", Summary: "Change voice settings", Tag: apiTag}, s.handleChangeSettings)
}

func (s *Service) handleSpeech(ctx context.Context, in *speechIn) (*speechOut, error) {
	part, err := s.recordWholeOrPart(ctx, in)
	if err != nil {
		return nil, err
	}
	out := &speechOut{}
	out.Body.Data = recordingJSON{part.MessageID, part.Address, part.IsLast}
	return out, nil
}

func (s *Service) recordWholeOrPart(ctx context.Context, in *speechIn) (ReplyPart, error) {
	actor, b := httpx.Actor(ctx), in.Body
	if b.Part != nil {
		return s.RecordPart(ctx, actor, b.SessionID, b.MessageID, *b.Part)
	}
	address, err := s.RecordReply(ctx, actor, b.SessionID, b.MessageID)
	return ReplyPart{MessageID: b.MessageID, Address: address, IsLast: true}, err
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

func (s *Service) handleReadSettingsAndAllowance(ctx context.Context, _ *struct{}) (*stateOut, error) {
	v, err := s.ReadSettingsAndAllowance(ctx, httpx.Actor(ctx))
	if err != nil {
		return nil, err
	}
	return toStateOut(v), nil
}

func (s *Service) handleChangeSettings(ctx context.Context, in *changeIn) (*stateOut, error) {
	v, err := s.ChangeSettings(ctx, httpx.Actor(ctx), SettingsChange(in.Body))
	if err != nil {
		return nil, err
	}
	return toStateOut(v), nil
}
