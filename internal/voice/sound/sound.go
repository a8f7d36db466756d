// Package sound checks the bytes of recordings. It is pure.
package sound

import (
	"bytes"
	"math"
	"strings"

	"colloquy/internal/voice/speech"
)

// Recording returns data as a whole recording. The format is detected by the first bytes.
// It returns ErrBroken for anything that is not a recording, is cut, or is longer than
// speech.MaxBytes. It repairs the header of a streamed WAV file in place.
func Recording(data []byte) (speech.Recording, error) {
	if len(data) > speech.MaxBytes {
		return speech.Recording{}, speech.Broken("a recording of more than %d bytes", speech.MaxBytes)
	}
	format, ok := Detect(data)
	if !ok {
		return speech.Recording{}, speech.Broken("%d bytes that are not a recording", len(data))
	}
	if format == speech.WAV {
		w, err := readWAV(data)
		if err != nil {
			return speech.Recording{}, err
		}
		data = w.repaired()
	}
	return speech.Recording{Data: data, Format: format}, nil
}

// Detect returns the format that the first bytes of data show.
func Detect(data []byte) (speech.Format, bool) {
	switch {
	case len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WAVE":
		return speech.WAV, true
	case bytes.HasPrefix(data, []byte("OggS")):
		return speech.Ogg, true
	case len(data) > 10 && bytes.HasPrefix(data, []byte("ID3")), isFrame(data):
		return speech.MP3, true
	}
	return "", false
}

// isFrame reports whether data begins with the header of an MPEG layer III frame.
func isFrame(data []byte) bool {
	if len(data) < 4 || data[0] != 0xFF || data[1]&0xE0 != 0xE0 {
		return false
	}
	version, layer := data[1]>>3&3, data[1]>>1&3
	bitrate, rate := data[2]>>4, data[2]>>2&3
	return version != 1 && layer == 1 && bitrate != 0 && bitrate != 15 && rate != 3
}

// Plain returns text without the characters that some programs and services read as
// commands or as the end of the text: invalid UTF-8 and control characters become spaces.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7F && r < 0xA0 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))
}

// Clamp returns a rate or a pitch within its bounds. 0 and what is not a number are 1.
func Clamp(value, least, most float64) float64 {
	if value == 0 || math.IsNaN(value) {
		value = 1
	}
	return min(max(value, least), most)
}
