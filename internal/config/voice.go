package config

import (
	"errors"
	"fmt"
	"slices"
)

// ttsCommands are the values of COLLOQUY_TTS_COMMAND.
var ttsCommands = []string{"", "espeak-ng", "piper", "none"}

// checkVoice checks the settings of the services and the program that read replies aloud
// and write down dictation.
func (c *Config) checkVoice() error {
	errs := []error{checkServerURL("COLLOQUY_TTS_URL", c.TTSURL), checkServerURL("COLLOQUY_STT_URL", c.STTURL)}
	if c.TTSKey != "" && c.TTSURL == "" {
		errs = append(errs, errors.New("COLLOQUY_TTS_KEY is set but COLLOQUY_TTS_URL is not; say which service the key is for"))
	}
	if c.STTKey != "" && c.STTURL == "" {
		errs = append(errs, errors.New("COLLOQUY_STT_KEY is set but COLLOQUY_STT_URL is not; say which service the key is for"))
	}
	if c.TTSURL != "" && c.ElevenLabsAPIKey != "" {
		errs = append(errs, errors.New("COLLOQUY_TTS_URL and COLLOQUY_ELEVENLABS_API_KEY are both set; keep the one that should speak"))
	}
	if !slices.Contains(ttsCommands, c.TTSCommand) {
		errs = append(errs, fmt.Errorf("COLLOQUY_TTS_COMMAND is %q; use espeak-ng, piper or none", c.TTSCommand))
	}
	if c.VoiceCharsFree < 0 || c.VoiceCharsPaid < 0 {
		errs = append(errs, errors.New("COLLOQUY_VOICE_CHARS_FREE and _PAID count characters; use 0 or more"))
	}
	return errors.Join(errs...)
}
