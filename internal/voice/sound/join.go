package sound

import (
	"strings"

	"colloquy/internal/voice/speech"
)

// Split cuts text into pieces of at most most characters, at the ends of sentences, else
// between words, else anywhere. It returns one piece for a short text.
func Split(text string, most int) []string {
	var out []string
	rest := []rune(text)
	for len(rest) > most {
		at := most
		head := string(rest[:most])
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

// Join returns the recordings as one, in their order. They must have one format, MP3 or
// WAV, and WAV files one header.
func Join(parts []speech.Recording) (speech.Recording, error) {
	whole := parts[0]
	for _, p := range parts[1:] {
		if p.Format != whole.Format || p.Format == speech.Ogg {
			return speech.Recording{}, speech.Broken("recordings of %s and %s cannot be joined", whole.Format, p.Format)
		}
		if p.Format == speech.WAV {
			a, errA := readWAV(whole.Data)
			b, errB := readWAV(p.Data)
			if errA != nil || errB != nil || string(whole.Data[a.format:a.format+16]) != string(p.Data[b.format:b.format+16]) {
				return speech.Recording{}, speech.Broken("WAV files that cannot be joined")
			}
			whole.Data = a.grown(p.Data[b.at:b.end])
			continue
		}
		whole.Data = append(whole.Data, p.Data...)
	}
	return Recording(whole.Data)
}

// grown returns the file with more samples.
func (w wav) grown(samples []byte) []byte {
	w.file = append(w.file[:w.end], samples...)
	w.end = len(w.file)
	return w.repaired()
}
