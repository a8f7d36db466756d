// Package script is the protocol between load client and model server: a user message
// that sets the length and pace of the answer, and the answer. Every server between
// them forwards the message to the model, so a load needs no other configuration.
package script

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

// MaxPieces is the longest answer. It has less than 6,000 characters, at which the
// server under test ends a reply.
const MaxPieces = 1000

const mark = " words, one each "

// Ask returns the user message for an answer of this many pieces at this interval;
// interval 0 means as fast as possible.
func Ask(pieces int, every time.Duration) string {
	return "Please tell me " + strconv.Itoa(pieces) + mark + every.String() + ", thank you"
}

// Read finds the last such message in the body of a request. ok is false if there is
// none or its answer is longer than MaxPieces.
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

// Piece returns piece n of an answer, counted from 0: a short word, as models send. All
// pieces differ, because the server ends replies that repeat themselves.
func Piece(n int) string { return "w" + strconv.FormatInt(int64(n), 36) + " " }

// Text returns a whole answer.
func Text(pieces int) string {
	var b strings.Builder
	for n := range pieces {
		b.WriteString(Piece(n))
	}
	return b.String()
}
