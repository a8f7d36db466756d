// Package sound checks and joins the bytes of recordings, and prepares texts and numbers for
// providers. It does no I/O.
package sound

import (
	"bytes"
	"math"
	"strings"

	"colloquy/internal/voice/speech"
)

// ParseRecording returns data as a recording. The first bytes show the format. ParseRecording writes
// the real lengths into the header of a streamed WAV file, which changes data. The error is
// speech.ErrProviderFailed if data is no recording, is a WAV file that is cut, or is larger than
// speech.MaxRecordingBytes. Rule voice-providers.
func ParseRecording(data []byte) (speech.Recording, error) {
	if len(data) > speech.MaxRecordingBytes {
		return speech.Recording{}, speech.ProviderErrorf("a recording of more than %d bytes", speech.MaxRecordingBytes)
	}
	format, ok := DetectFormat(data)
	if !ok {
		return speech.Recording{}, speech.ProviderErrorf("%d bytes that are not a recording", len(data))
	}
	if format == speech.WAV {
		w, err := readWAV(data)
		if err != nil {
			return speech.Recording{}, err
		}
		data = w.withRealLengths()
	}
	return speech.Recording{Data: data, Format: format}, nil
}

// DetectFormat returns the format that the first bytes of data show, and false for any other
// data.
func DetectFormat(data []byte) (speech.Format, bool) {
	switch {
	case len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WAVE":
		return speech.WAV, true
	case bytes.HasPrefix(data, []byte("OggS")):
		return speech.Ogg, true
	case len(data) > 10 && bytes.HasPrefix(data, []byte("ID3")), beginsWithMP3Frame(data):
		return speech.MP3, true
	}
	return "", false
}

// beginsWithMP3Frame reports whether data begins with the header of an MPEG layer III frame.
func beginsWithMP3Frame(data []byte) bool {
	if len(data) < 4 || data[0] != 0xFF || data[1]&0xE0 != 0xE0 {
		return false
	}
	version, layer := data[1]>>3&3, data[1]>>1&3
	bitrate, rate := data[2]>>4, data[2]>>2&3
	return version != 1 && layer == 1 && bitrate != 0 && bitrate != 15 && rate != 3
}

// WithoutControls returns text with spaces in place of control characters and invalid UTF-8. Some
// programs and services read these as commands or as the end of the text.
func WithoutControls(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7F && r < 0xA0 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))
}

// Clamp limits a rate or a pitch to the range from least to most. 0 and NaN count as 1.
func Clamp(rateOrPitch, least, most float64) float64 {
	if rateOrPitch == 0 || math.IsNaN(rateOrPitch) {
		rateOrPitch = 1
	}
	return min(max(rateOrPitch, least), most)
}
