package sound

import (
	"strings"

	"colloquy/internal/voice/speech"
)

// SplitText cuts text into pieces of at most maxLength characters. It prefers a cut after a
// sentence, then one between words, then any cut. A short text is one piece.
func SplitText(text string, maxLength int) []string {
	var out []string
	rest := []rune(text)
	for len(rest) > maxLength {
		at := maxLength
		head := string(rest[:maxLength])
		for _, end := range []string{". ", "! ", "? ", " "} {
			if i := strings.LastIndex(head, end); i > len(head)/2 {
				at = len([]rune(head[:i+len(end)]))
				break
			}
		}
		out = append(out, string(rest[:at]))
		rest = rest[at:]
	}
	return append(out, string(rest))
}

// JoinRecordings returns several recordings as one, in their order. All must be MP3, or all WAV
// with the same rate, channels and sample size: otherwise it returns speech.ErrProviderFailed. A single
// recording may have any format.
func JoinRecordings(parts []speech.Recording) (speech.Recording, error) {
	joinedRecording := parts[0]
	for _, p := range parts[1:] {
		if p.Format != joinedRecording.Format || p.Format == speech.Ogg {
			return speech.Recording{}, speech.ProviderErrorf("recordings of %s and %s cannot be joined", joinedRecording.Format, p.Format)
		}
		if p.Format == speech.WAV {
			a, errA := readWAV(joinedRecording.Data)
			b, errB := readWAV(p.Data)
			if errA != nil || errB != nil || string(joinedRecording.Data[a.formatOffset:a.formatOffset+16]) != string(p.Data[b.formatOffset:b.formatOffset+16]) {
				return speech.Recording{}, speech.ProviderErrorf("WAV files that cannot be joined")
			}
			joinedRecording.Data = a.withMoreSamples(p.Data[b.start:b.end])
			continue
		}
		joinedRecording.Data = append(joinedRecording.Data, p.Data...)
	}
	return ParseRecording(joinedRecording.Data)
}

// withMoreSamples returns the file with samples added at its end.
func (w wav) withMoreSamples(samples []byte) []byte {
	w.file = append(w.file[:w.end], samples...)
	w.end = len(w.file)
	return w.withRealLengths()
}
