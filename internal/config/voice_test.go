package config_test

import (
	"testing"

	"colloquy/internal/config"
)

func TestVoiceSettingsAreChecked(t *testing.T) {
	for name, change := range map[string]func(*config.Config){
		"an address that is none":     func(c *config.Config) { c.TTSURL = "tts.example" },
		"a transcriber without http":  func(c *config.Config) { c.STTURL = "ftp://stt.example" },
		"a key without a service":     func(c *config.Config) { c.TTSKey = "k" },
		"a key without a transcriber": func(c *config.Config) { c.STTKey = "k" },
		"two services":                func(c *config.Config) { c.TTSURL, c.ElevenLabsAPIKey = "https://tts.example/v1", "k" },
		"an unknown program":          func(c *config.Config) { c.TTSCommand = "say; rm" },
		"a negative allowance":        func(c *config.Config) { c.VoiceCharsPaid = -1 },
	} {
		c := mustParseConfig(t, nil)
		if change(&c); c.Validate() == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
