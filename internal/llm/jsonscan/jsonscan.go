// Package jsonscan scans JSON text in place. A model server sends a small document for each word,
// and few of the fields are used. Scanning costs a fraction of decoding, and it allocates only the
// texts that the caller keeps.
//
// A Scanner is a cursor:
//
//	s := jsonscan.New(data)
//	s.EnterObject()
//	for n := 0; s.HasMoreMembers(n, '}'); n++ {
//		switch string(s.Key()) {
//		case "text":
//			text = s.Text()
//		default:
//			s.Skip()
//		}
//	}
//	err := s.End()
//
// After the first syntax error later calls do nothing, and End returns the error. Scanner and
// encoding/json refuse the same texts, with one exception: Text returns bytes that are not UTF-8
// unchanged.
package jsonscan

import "errors"

// ErrSyntax is the error of a text that is not JSON, is nested deeper than MaxDepth,
// or continues after its value.
var ErrSyntax = errors.New("jsonscan: not valid JSON")

// MaxDepth is the deepest allowed nesting of values.
const MaxDepth = 512

// Scanner is a cursor over one JSON text.
type Scanner struct {
	data      []byte
	pos       int
	depth     int
	hasFailed bool
	scratch   []byte
}

// New returns a Scanner at the start of data, which must not change during the scan.
func New(data []byte) Scanner { return Scanner{data: data} }

// Reset moves the scanner to the start of data and keeps its scratch buffer.
func (s *Scanner) Reset(data []byte) { *s = Scanner{data: data, scratch: s.scratch} }

// Kind returns the kind of the next value: '{', '[', '"', 't', 'f', 'n', '0' for any
// number, and 0 at a syntax error or the end.
func (s *Scanner) Kind() byte {
	s.skipSpace()
	if s.hasFailed || s.pos >= len(s.data) {
		return 0
	}
	switch c := s.data[s.pos]; {
	case c == '-' || c >= '0' && c <= '9':
		return '0'
	default:
		return c
	}
}

// EnterObject enters an object and returns true. It skips any other value and returns
// false.
func (s *Scanner) EnterObject() bool { return s.enterContainer('{') }

// EnterArray enters an array and returns true. It skips any other value and returns false.
func (s *Scanner) EnterArray() bool { return s.enterContainer('[') }

func (s *Scanner) enterContainer(open byte) bool {
	if s.Kind() != open {
		s.Skip()
		return false
	}
	s.pos++
	s.depth++
	if s.depth > MaxDepth {
		s.fail()
	}
	return !s.hasFailed
}

// HasMoreMembers reports whether the entered object or array has a further member. readCount is the
// number of members read so far, and endByte is '}' or ']'. The caller must read or skip each
// member before the next call of HasMoreMembers.
func (s *Scanner) HasMoreMembers(readCount int, endByte byte) bool {
	s.skipSpace()
	if s.hasFailed || s.pos >= len(s.data) {
		s.fail()
		return false
	}
	c := s.data[s.pos]
	if c == endByte {
		s.pos++
		s.depth--
		return false
	}
	if readCount == 0 {
		return true
	}
	if c != ',' {
		s.fail()
		return false
	}
	s.pos++
	return true
}

// Key reads the name of the next member. The result is valid until the next call.
func (s *Scanner) Key() []byte {
	if s.Kind() != '"' {
		s.fail()
		return nil
	}
	key := s.stringBytes()
	s.skipSpace()
	if s.hasFailed || s.pos >= len(s.data) || s.data[s.pos] != ':' {
		s.fail()
		return nil
	}
	s.pos++
	return key
}

// TextBytes returns a string without copying it, valid until the next call. If the value is not a
// string, TextBytes skips the value and returns nil. A lone surrogate is encoded in three bytes
// like a rune, so that callers can join two halves.
func (s *Scanner) TextBytes() []byte {
	if s.Kind() != '"' {
		s.Skip()
		return nil
	}
	return s.stringBytes()
}

// Text reads a string like TextBytes and copies it.
func (s *Scanner) Text() string { return string(s.TextBytes()) }

// Int reads the integer part of a number. It skips any other value and returns 0. Of a number
// above 2^40 it ignores the last digits.
func (s *Scanner) Int() int {
	if s.Kind() != '0' {
		s.Skip()
		return 0
	}
	n, sign := 0, 1
	for _, c := range s.skipNumber() {
		switch {
		case c == '-':
			sign = -1
		case c < '0' || c > '9' || n > 1<<40:
			return sign * n
		default:
			n = n*10 + int(c-'0')
		}
	}
	return sign * n
}

// RawValue skips a value and returns its text.
func (s *Scanner) RawValue() []byte {
	s.skipSpace()
	from := s.pos
	s.Skip()
	if s.hasFailed {
		return nil
	}
	return s.data[from:s.pos]
}

// Skip skips one value of any kind.
func (s *Scanner) Skip() {
	switch s.Kind() {
	case '{':
		s.EnterObject()
		for n := 0; s.HasMoreMembers(n, '}'); n++ {
			s.Key()
			s.Skip()
		}
	case '[':
		s.EnterArray()
		for n := 0; s.HasMoreMembers(n, ']'); n++ {
			s.Skip()
		}
	case '"':
		s.stringBytes()
	case '0':
		s.skipNumber()
	case 't':
		s.skipLiteral("true")
	case 'f':
		s.skipLiteral("false")
	case 'n':
		s.skipLiteral("null")
	default:
		s.fail()
	}
}

// End returns ErrSyntax after a syntax error or if text follows the value.
func (s *Scanner) End() error {
	s.skipSpace()
	if s.hasFailed || s.pos != len(s.data) {
		return ErrSyntax
	}
	return nil
}

// fail records a syntax error and ends the scan.
func (s *Scanner) fail() {
	s.hasFailed = true
	s.pos = len(s.data)
}

func (s *Scanner) skipSpace() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}
