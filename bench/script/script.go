// Package script is what load client and model server agree on: a user's line
// that says how long the answer shall be and how fast it shall come, and the
// answer itself. The line reaches the model through any server in between, so
// nothing else needs to be set before a load.
package script

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

// MaxPieces is the longest answer. With it a reply stays below the length at
// which the server under test would end it: 6,000 characters.
const MaxPieces = 1000

const mark = " words, one each "

// Ask is the user's line for an answer of so many pieces, one each so often; 0
// means as fast as possible.
func Ask(pieces int, every time.Duration) string {
	return "Please tell me " + strconv.Itoa(pieces) + mark + every.String() + ", thank you"
}

// Read finds the last such line in a request's body. ok is false when there is
// none, or when it asks for too much.
func Read(body []byte) (pieces int, every time.Duration, ok bool) {
	i := bytes.LastIndex(body, []byte(mark))
	if i < 0 {
		return 0, 0, false
	}
	before := string(body[:i])
	pieces, err := strconv.Atoi(before[strings.LastIndexByte(before, ' ')+1:])
	if err != nil || pieces < 1 || pieces > MaxPieces {
		return 0, 0, false
	}
	pause, _, _ := strings.Cut(string(body[i+len(mark):]), ",")
	every, err = time.ParseDuration(pause)
	return pieces, every, err == nil && every >= 0
}

// Piece is the piece of an answer that is counted n, from 0: a short word, as
// models send them. All differ: a server may take a repeating model for a
// broken one.
func Piece(n int) string { return "w" + strconv.FormatInt(int64(n), 36) + " " }

// Text is a whole answer.
func Text(pieces int) string {
	var b strings.Builder
	for n := range pieces {
		b.WriteString(Piece(n))
	}
	return b.String()
}
