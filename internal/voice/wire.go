package voice

import (
	"time"

	"colloquy/internal/httpx"
)

// Inputs and outputs of the calls, with the field names of the API.

// speechIn has the fields of a speech call. Most are ignored (rule voice-server).
type speechIn struct {
	Body struct {
		MessageID   string `json:"messageId" maxLength:"100" doc:"A stored reply of the conversation"`
		SessionID   string `json:"sessionId" maxLength:"100" doc:"The conversation"`
		Text        string `json:"text,omitempty" doc:"Ignored: the stored reply is read"`
		CharacterID any    `json:"characterId,omitempty" doc:"Ignored: the conversation has its character"`

		Part *int `json:"part,omitempty" minimum:"0" maximum:"1000" doc:"The part of the reply to read, counted from 0. It may be read while the reply is still being written. Without this field the whole reply is read"`

		UseAIEmotion            bool `json:"useAIEmotion,omitempty" doc:"Ignored"`
		IncludeEmotionalProfile bool `json:"includeEmotionalProfile,omitempty" doc:"Ignored"`
	}
}

type recordingJSON struct {
	MessageID string `json:"messageId" doc:"The stored reply"`
	AudioURL  string `json:"audioUrl" doc:"Address of the recording; it can be fetched for some hours. Empty for a part after the last words"`
	IsLast    bool   `json:"last" doc:"No part follows"`
}

type speechOut struct {
	Body struct {
		Data recordingJSON `json:"data"`
	}
}

type changeJSON struct {
	Speed    *float64          `json:"speed,omitempty" doc:"Of playback, 0.5 to 2"`
	Language *string           `json:"language,omitempty" doc:"Of dictation, BCP 47; empty: en-US"`
	Autoplay *bool             `json:"autoplay,omitempty" doc:"Read each new reply"`
	Voices   map[string]string `json:"voices,omitempty" doc:"Chosen voices by character_id. The value is empty for the character's own voice"`
}

type changeIn struct{ Body changeJSON }

type stateJSON struct {
	Speed          float64           `json:"speed"`
	Language       string            `json:"language"`
	Autoplay       bool              `json:"autoplay"`
	Voices         map[string]string `json:"voices" nullable:"false"`
	Provider       string            `json:"provider" enum:"server,browser" doc:"Who speaks"`
	Transcription  bool              `json:"transcription" doc:"The server can write down recordings"`
	Choices        []string          `json:"choices" nullable:"false" doc:"Voices that can be chosen"`
	UsedTextLength int64             `json:"used" doc:"Number of code points that were spoken this month"`
	Allowance      int64             `json:"allowance" doc:"Characters that can be spoken in a month"`
	ResetsAt       time.Time         `json:"resets_at"`
}

type stateOut struct{ Body stateJSON }

func toStateOut(v SettingsAndAllowance) *stateOut {
	provider := "browser"
	if v.HasSpeaker {
		provider = "server"
	}
	return &stateOut{stateJSON{
		Speed: v.Speed, Language: v.Language, Autoplay: v.Autoplay, Voices: v.Voices, Provider: provider, Transcription: v.HasTranscriber,
		Choices: voiceChoices, UsedTextLength: v.UsedTextLength, Allowance: v.Allowance, ResetsAt: v.ResetsAt,
	}}
}

type transcriptionIn struct{ httpx.UploadedFile }

type transcriptionOut struct {
	Body struct {
		Text string `json:"text"`
	}
}
