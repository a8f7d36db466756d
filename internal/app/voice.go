package app

import (
	"context"
	"slices"
	"strings"

	"colloquy/internal/billing"
	"colloquy/internal/chat"
	"colloquy/internal/chat/message"
	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/distress"
	"colloquy/internal/voice"
	"colloquy/internal/voice/elevenlabs"
	"colloquy/internal/voice/openai"
	"colloquy/internal/voice/program"
	"colloquy/internal/voice/speech"
)

// chooseSpeaker returns the provider that reads replies aloud: the service of the settings, else a
// local program. It returns nil if only the browsers read aloud. It makes no call to a service. Rule
// voice-server.
func chooseSpeaker(c config.Config) (speech.Provider, error) {
	switch {
	case c.TTSURL != "":
		return openai.New(openai.Options{URL: c.TTSURL, Key: c.TTSKey.Reveal(), Model: c.TTSModel}), nil
	case c.ElevenLabsAPIKey != "":
		return elevenlabs.New(elevenlabs.Options{Key: c.ElevenLabsAPIKey.Reveal(), Model: c.TTSModel}), nil
	}
	return program.FindProvider(c.TTSCommand, c.TTSModel)
}

// setSpeechServices sets who reads replies aloud and who writes down dictation.
func (a *App) setSpeechServices() (err error) {
	a.speaker, a.transcriber = a.opts.Speaker, a.opts.Transcriber
	if a.speaker == nil {
		if a.speaker, err = chooseSpeaker(a.opts.Config); err != nil {
			return err
		}
	}
	if a.transcriber == nil {
		a.transcriber = chooseTranscriber(a.opts.Config)
	}
	return nil
}

// chooseTranscriber returns what writes down dictation, or nil if only the browsers do.
func chooseTranscriber(c config.Config) voice.Transcriber {
	if c.STTURL == "" {
		return nil
	}
	return openai.NewTranscriber(openai.Options{URL: c.STTURL, Key: c.STTKey.Reveal(), Model: c.STTModel})
}

// describeVoiceSetup describes who reads replies aloud and who writes down dictation, for the log and
// the terminal.
func describeVoiceSetup(speaker speech.Provider, c config.Config) string {
	speakerName, transcriberName := "the browsers", "the browsers"
	if speaker != nil {
		speakerName, _, _ = strings.Cut(speaker.Name(), "\n")
	}
	if c.STTURL != "" {
		transcriberName += ", else " + c.STTURL
	}
	return "replies are read aloud by " + speakerName + ", dictation is written down by " + transcriberName
}

// voiceReplies adapts package chat to package voice.
type voiceReplies struct{ chat *chat.Service }

// Reply finds a reply in a conversation of the actor. HasHelp is true if the reply names help
// lines. Rule voice-help-lines.
func (a voiceReplies) Reply(ctx context.Context, actor core.Actor, conversationID, messageID string) (voice.Reply, error) {
	r, err := a.chat.SpokenReply(ctx, actor, conversationID, messageID)
	if err != nil {
		return voice.Reply{}, err
	}
	p := r.Character.Persona
	return voice.Reply{
		ID: r.Message.ID, ConversationID: r.Message.ConversationID, CharacterID: p.CharacterID, Text: r.Message.Content, IsRunning: r.Message.Status == message.Generating,
		IsLocked: r.Grant.IsLocked, HasHelp: distress.IsAtRisk(r.UserLine), SyntheticVoice: p.Speech,
	}, nil
}

// Text returns the text of a reply so far, and whether the reply is still being written.
func (a voiceReplies) Text(ctx context.Context, conversationID, messageID string) (string, bool, error) {
	return a.chat.WrittenReply(ctx, conversationID, messageID)
}

// voicePlans adapts purchases to package voice.
type voicePlans struct{ passes billing.PassReader }

// IsPaid reports whether a user has an active purchase.
func (a voicePlans) IsPaid(ctx context.Context, userID string) (bool, error) {
	list, err := a.passes.PaidPurchases(ctx, userID)
	return slices.ContainsFunc(list, func(b billing.PaidPurchase) bool { return b.Status == billing.Active }), err
}
