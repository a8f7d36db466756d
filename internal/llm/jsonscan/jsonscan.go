// Package jsonscan walks JSON text in place. A model server sends one small
// document for every word, most of it of no use to us: walking it costs a
// fraction of decoding it, and allocates only the text that is kept.
//
// A Scanner is used like a cursor:
//
//	s := jsonscan.New(data)
//	s.Object()
//	for n := 0; s.More(n, '}'); n++ {
//		switch string(s.Key()) {
//		case "text":
//			text = s.Text()
//		default:
//			s.Skip()
//		}
//	}
//	err := s.End()
//
// The first fault sticks: later calls do nothing, and End reports it. What
// encoding/json holds to be invalid is a fault here too, with one exception:
// bytes that are not UTF-8 pass through Text unchanged.
package jsonscan

import "errors"

// ErrSyntax is the fault of a text that is not JSON, is nested deeper than
// MaxDepth, or goes on after its value.
var ErrSyntax = errors.New("jsonscan: not valid JSON")

// MaxDepth is how deep values may nest.
const MaxDepth = 512

// Scanner is a cursor over one JSON text.
type Scanner struct {
	data  []byte
	pos   int
	depth int
	bad   bool
	tmp   []byte
}

// New returns a Scanner at the start of data, which must not change meanwhile.
func New(data []byte) Scanner { return Scanner{data: data} }

// Reset puts the scanner at the start of other data and keeps its scratch
// memory.
func (s *Scanner) Reset(data []byte) { *s = Scanner{data: data, tmp: s.tmp} }

// Kind returns what the next value is: '{', '[', '"', 't', 'f', 'n', '0' for
// any number, and 0 for a fault or the end.
func (s *Scanner) Kind() byte {
	s.space()
	if s.bad || s.pos >= len(s.data) {
		return 0
	}
	switch c := s.data[s.pos]; {
	case c == '-' || c >= '0' && c <= '9':
		return '0'
	default:
		return c
	}
}

// Object enters an object; when the value is something else it is passed over
// and Object reports false.
func (s *Scanner) Object() bool { return s.enter('{') }

// Array enters an array; when the value is something else it is passed over and
// Array reports false.
func (s *Scanner) Array() bool { return s.enter('[') }

func (s *Scanner) enter(open byte) bool {
	if s.Kind() != open {
		s.Skip()
		return false
	}
	s.pos++
	s.depth++
	if s.depth > MaxDepth {
		s.fail()
	}
	return !s.bad
}

// More reports whether the object or array that was entered has a further
// member. n is how many were read, end is '}' or ']'. Every member must be
// read or skipped before More is called again.
func (s *Scanner) More(n int, end byte) bool {
	s.space()
	if s.bad || s.pos >= len(s.data) {
		s.fail()
		return false
	}
	c := s.data[s.pos]
	if c == end {
		s.pos++
		s.depth--
		return false
	}
	if n == 0 {
		return true
	}
	if c != ',' {
		s.fail()
		return false
	}
	s.pos++
	return true
}

// Key reads the name of the next member. It is valid until the next call.
func (s *Scanner) Key() []byte {
	if s.Kind() != '"' {
		s.fail()
		return nil
	}
	key := s.str()
	s.space()
	if s.bad || s.pos >= len(s.data) || s.data[s.pos] != ':' {
		s.fail()
		return nil
	}
	s.pos++
	return key
}

// Bytes reads a string without copying it; anything else is passed over and
// gives nil. It is valid until the next call. A lone surrogate comes out in the
// three bytes that UTF-8 would give it, so that halves may still be joined.
func (s *Scanner) Bytes() []byte {
	if s.Kind() != '"' {
		s.Skip()
		return nil
	}
	return s.str()
}

// Text reads a string as Bytes does, and copies it.
func (s *Scanner) Text() string { return string(s.Bytes()) }

// Int reads a number, dropping what follows the point; anything else is passed
// over and gives 0.
func (s *Scanner) Int() int {
	if s.Kind() != '0' {
		s.Skip()
		return 0
	}
	n, sign := 0, 1
	for _, c := range s.number() {
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

// Raw passes over a value and returns its text.
func (s *Scanner) Raw() []byte {
	s.space()
	from := s.pos
	s.Skip()
	if s.bad {
		return nil
	}
	return s.data[from:s.pos]
}

// Skip passes over one value of any kind.
func (s *Scanner) Skip() {
	switch s.Kind() {
	case '{':
		s.Object()
		for n := 0; s.More(n, '}'); n++ {
			s.Key()
			s.Skip()
		}
	case '[':
		s.Array()
		for n := 0; s.More(n, ']'); n++ {
			s.Skip()
		}
	case '"':
		s.str()
	case '0':
		s.number()
	case 't':
		s.literal("true")
	case 'f':
		s.literal("false")
	case 'n':
		s.literal("null")
	default:
		s.fail()
	}
}

// End reports the first fault, or that something follows the value.
func (s *Scanner) End() error {
	s.space()
	if s.bad || s.pos != len(s.data) {
		return ErrSyntax
	}
	return nil
}

func (s *Scanner) fail() {
	s.bad = true
	s.pos = len(s.data)
}

func (s *Scanner) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}
