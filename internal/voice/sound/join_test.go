package sound_test

import (
	"strings"
	"testing"

	"colloquy/internal/voice/sound"
	"colloquy/internal/voice/speech"
	"colloquy/internal/voice/voicetest"
)

func TestSplitKeepsTheText(t *testing.T) {
	for text, want := range map[string]int{
		"": 1, "Short.": 1, strings.Repeat("One sentence. ", 10): 2, strings.Repeat("a", 250): 3, strings.Repeat("é word ", 30): 3,
	} {
		pieces := sound.SplitText(text, 100)
		if len(pieces) != want || strings.Join(pieces, "") != text {
			t.Errorf("%d pieces of %q: %q", len(pieces), text, pieces)
		}
		for _, p := range pieces {
			if len([]rune(p)) > 100 {
				t.Errorf("a piece of %d characters", len([]rune(p)))
			}
		}
	}
	if first := sound.SplitText(strings.Repeat("One sentence. ", 10), 100)[0]; !strings.HasSuffix(first, "sentence. ") {
		t.Errorf("a sentence is cut: %q", first)
	}
}

func TestJoinRefusesMixedFormats(t *testing.T) {
	wav, mp3 := speech.Recording{Data: voicetest.SilentWAV(2), Format: speech.WAV}, speech.Recording{Data: voicetest.SilentMP3(2), Format: speech.MP3}
	ogg := speech.Recording{Data: []byte("OggS and more"), Format: speech.Ogg}
	halfRateWAV := speech.Recording{Data: sound.HalveSampleRate(voicetest.SilentWAV(2)), Format: speech.WAV}
	for name, c := range map[string]struct {
		parts []speech.Recording
		bytes int
	}{
		"one": {[]speech.Recording{ogg}, len(ogg.Data)}, "mp3": {[]speech.Recording{mp3, mp3}, 2 * len(mp3.Data)},
		"wav": {[]speech.Recording{wav, {Data: voicetest.SilentWAV(2), Format: speech.WAV}}, 2*len(wav.Data) - 44},
		"ogg": {[]speech.Recording{ogg, ogg}, 0}, "mixed": {[]speech.Recording{mp3, wav}, 0}, "two rates": {[]speech.Recording{wav, halfRateWAV}, 0},
	} {
		got, err := sound.JoinRecordings(c.parts)
		if len(got.Data) != c.bytes || (err == nil) != (c.bytes > 0) {
			t.Errorf("%s: %d bytes, want %d; %v", name, len(got.Data), c.bytes, err)
		}
	}
}
