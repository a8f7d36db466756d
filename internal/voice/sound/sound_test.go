package sound_test

import (
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"colloquy/internal/voice/sound"
	"colloquy/internal/voice/speech"
	"colloquy/internal/voice/voicetest"
)

// streamedWAV returns a WAV file whose header has the given length instead of the real one.
// Programs that write to a pipe produce such files.
func streamedWAV(length uint32) []byte {
	file := voicetest.SilentWAV(3)
	binary.LittleEndian.PutUint32(file[4:], length)
	binary.LittleEndian.PutUint32(file[40:], length)
	return file
}

// rule voice-providers
func TestFormatIsThatOfTheBytes(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want speech.Format
	}{
		"mp3": {voicetest.SilentMP3(2), speech.MP3}, "mp3 with tags": {append([]byte("ID3\x04\x00\x00\x00\x00\x00\x00"), voicetest.SilentMP3(1)...), speech.MP3},
		"wav": {voicetest.SilentWAV(2), speech.WAV}, "ogg": {[]byte("OggS\x00\x02 and more"), speech.Ogg},
		"streamed wav": {streamedWAV(0x7FFFF000), speech.WAV}, "streamed wav, all bits": {streamedWAV(math.MaxUint32), speech.WAV}, "streamed wav, none": {streamedWAV(0), speech.WAV},
		"aac": {[]byte{0xFF, 0xF1, 0x50, 0x80, 0}, ""}, "json": {[]byte(`{"error": "no"}`), ""}, "page": {[]byte("<html>"), ""}, "nothing": {nil, ""},
		"only tags": {[]byte("ID3"), ""}, "avi": {[]byte("RIFF\x00\x00\x00\x00AVI LIST"), ""}, "flac": {[]byte("fLaC\x00\x00\x00\x22"), ""},
		"wav header": {voicetest.SilentWAV(2)[:44], ""}, "half a header": {voicetest.SilentWAV(2)[:30], ""}, "cut wav": {voicetest.SilentWAV(2)[:500], ""},
		"too long": {make([]byte, speech.MaxRecordingBytes+1), ""},
	} {
		got, err := sound.ParseRecording(c.data)
		if got.Format != c.want || (err == nil) != (c.want != "") || err != nil && !errors.Is(err, speech.ErrProviderFailed) {
			t.Errorf("%s: %q, %v", name, got.Format, err)
		}
	}
}

func TestStreamedHeaderGetsItsLength(t *testing.T) {
	got, err := sound.ParseRecording(append(streamedWAV(0x7FFFF000), 1)) // half a sample at the end
	if err != nil {
		t.Fatal(err)
	}
	if riff, data := binary.LittleEndian.Uint32(got.Data[4:]), binary.LittleEndian.Uint32(got.Data[40:]); int(riff) != len(got.Data)-8 || int(data) != len(got.Data)-44 || data != 1280 {
		t.Errorf("lengths %d and %d of %d bytes", riff, data, len(got.Data))
	}
}

func TestHalveSampleRateAveragesSamples(t *testing.T) {
	fullRateFile := voicetest.SilentWAV(3)
	binary.LittleEndian.PutUint16(fullRateFile[44:], 100)
	binary.LittleEndian.PutUint16(fullRateFile[46:], 200)
	halfRate, err := sound.ParseRecording(sound.HalveSampleRate(fullRateFile))
	if err != nil || len(halfRate.Data) != 44+640 {
		t.Fatalf("%d bytes, %v", len(halfRate.Data), err)
	}
	if rate, first := binary.LittleEndian.Uint32(halfRate.Data[24:]), binary.LittleEndian.Uint16(halfRate.Data[44:]); rate != 4000 || first != 150 {
		t.Errorf("rate %d, first sample %d", rate, first)
	}
}

// FuzzRecording looks for inputs that cause a panic or a recording that cannot be parsed again.
func FuzzRecording(f *testing.F) {
	f.Add(voicetest.SilentWAV(1))
	f.Add(streamedWAV(math.MaxUint32))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, err := sound.ParseRecording(data); err == nil {
			if _, err := sound.ParseRecording(sound.HalveSampleRate(got.Data)); err != nil && len(got.Data) > 1000 {
				t.Error(err)
			}
		}
	})
}
