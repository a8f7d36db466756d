// Package script defines the messages and the answers of a load. The message of the load client
// sets the length and pace of the model server's answer. The proxy and the server forward the
// message, so a load needs no other configuration.
package script

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

// MaxPieces is the largest number of pieces of an answer. An answer of this length has less than
// 6,000 characters, at which the server under test ends a reply.
const MaxPieces = 1000

const textAfterPieceCount = " words, one each "

// UserMessage returns the user message for an answer with the given number of pieces. pieceInterval
// is the time between pieces; 0 means as fast as possible.
func UserMessage(pieces int, pieceInterval time.Duration) string {
	return "Please tell me " + strconv.Itoa(pieces) + textAfterPieceCount + pieceInterval.String() + ", thank you"
}

// ParseRequest returns what the last UserMessage in the body of a request asks for. ok is false if
// the body has no valid UserMessage. A message that asks for more than MaxPieces pieces is not
// valid.
func ParseRequest(body []byte) (pieces int, pieceInterval time.Duration, ok bool) {
	i := bytes.LastIndex(body, []byte(textAfterPieceCount))
	if i < 0 {
		return 0, 0, false
	}
	textBefore := string(body[:i])
	pieces, err := strconv.Atoi(textBefore[strings.LastIndexByte(textBefore, ' ')+1:])
	if err != nil || pieces < 1 || pieces > MaxPieces {
		return 0, 0, false
	}
	intervalText, _, _ := strings.Cut(string(body[i+len(textAfterPieceCount):]), ",")
	pieceInterval, err = time.ParseDuration(intervalText)
	return pieces, pieceInterval, err == nil && pieceInterval >= 0
}

// Piece returns piece n, counted from 0, of an answer with the given number of pieces: a short word
// with a space. All pieces of an answer differ, because the server ends replies that repeat
// themselves. The first piece contains the number of pieces. So answers of different lengths begin
// differently. The server asks again for a reply that begins like the last one (rule prompt-opening).
func Piece(pieces, n int) string {
	if n == 0 {
		return "of" + strconv.Itoa(pieces) + " "
	}
	return "w" + strconv.FormatInt(int64(n), 36) + " "
}

// Text returns the text of an answer with the given number of pieces.
func Text(pieces int) string { return FirstPieces(pieces, pieces) }

// FirstPieces returns the first n pieces of an answer with the given number of pieces.
func FirstPieces(pieces, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(Piece(pieces, i))
	}
	return b.String()
}
