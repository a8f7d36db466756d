// Package script is the protocol between load client and model server: a user's line
// that sets the length and pace of the answer, and the answer. The line reaches the
// model through any server in between, so a load needs no other set-up.
package script

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

// MaxPieces is the longest answer. It stays below 6,000 characters, at which the
// server under test ends a reply.
const MaxPieces = 1000

const mark = " words, one each "

// Ask returns the user's line for an answer of this many pieces at this interval; 0
// means as fast as possible.
func Ask(pieces int, every time.Duration) string {
	return "Please tell me " + strconv.Itoa(pieces) + mark + every.String() + ", thank you"
}

// Read finds the last such line in the body of a request. ok is false if there is
// none or it exceeds MaxPieces.
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

// Piece returns piece n of an answer, counted from 0: a short word, as models send
// them. All pieces differ, because the server ends repetitive replies.
func Piece(n int) string { return "w" + strconv.FormatInt(int64(n), 36) + " " }

// Text returns a whole answer.
func Text(pieces int) string {
	var b strings.Builder
	for n := range pieces {
		b.WriteString(Piece(n))
	}
	return b.String()
}
