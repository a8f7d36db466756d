package upstream

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// RuneJoiner restores characters that a server split over two pieces: the bytes of a
// rune, or the halves of a surrogate pair. Its output is valid UTF-8.
type RuneJoiner struct{ incomplete string }

// Push returns the complete characters so far and buffers the rest.
func (j *RuneJoiner) Push(piece []byte) string {
	if j.incomplete == "" && utf8.Valid(piece) {
		return string(piece)
	}
	in := j.incomplete + string(piece)
	j.incomplete = ""
	var out strings.Builder
	for len(in) > 0 {
		r, size := utf8.DecodeRuneInString(in)
		if r != utf8.RuneError || size > 1 {
			out.WriteString(in[:size])
			in = in[size:]
			continue
		}
		r, size = decodeStart(in)
		if size == 0 {
			j.incomplete = in
			break
		}
		out.WriteRune(r)
		in = in[size:]
	}
	return out.String()
}

// Flush returns a replacement character if bytes are buffered.
func (j *RuneJoiner) Flush() string {
	if j.incomplete == "" {
		return ""
	}
	j.incomplete = ""
	return string(utf8.RuneError)
}

// decodeStart decodes the start of in, which must not be a valid rune. The result is:
//   - for a surrogate pair (two encoded halves of three bytes each): the rune of the pair
//   - for an invalid byte or a single half: utf8.RuneError
//   - if more input is needed: size 0.
func decodeStart(in string) (rune, int) {
	firstHalf, size := decodeSurrogate(in)
	if size == 0 {
		isCutSurrogate := len(in) == 2 && in[0] == 0xed && in[1]&0xe0 == 0xa0
		if isCutSurrogate || !utf8.FullRuneInString(in) {
			return 0, 0
		}
		return utf8.RuneError, 1
	}
	if len(in) == size && firstHalf < 0xdc00 {
		return 0, 0
	}
	secondHalf, more := decodeSurrogate(in[size:])
	if whole := utf16.DecodeRune(firstHalf, secondHalf); more > 0 && whole != utf8.RuneError {
		return whole, size + more
	}
	return utf8.RuneError, size
}

// decodeSurrogate decodes a surrogate in three bytes; size is 0 if there is none.
func decodeSurrogate(in string) (r rune, size int) {
	if len(in) < 3 || in[0] != 0xed || in[1] < 0xa0 || in[1] > 0xbf || in[2]&0xc0 != 0x80 {
		return 0, 0
	}
	return 0xd000 | rune(in[1]&0x3f)<<6 | rune(in[2]&0x3f), 3
}
