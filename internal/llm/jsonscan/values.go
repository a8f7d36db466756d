package jsonscan

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// skipLiteral skips true, false or null.
func (s *Scanner) skipLiteral(word string) {
	if !strings.HasPrefix(string(s.data[s.pos:min(s.pos+len(word), len(s.data))]), word) {
		s.fail()
		return
	}
	s.pos += len(word)
}

// skipNumber skips a number (RFC 8259 section 6) and returns its text.
func (s *Scanner) skipNumber() []byte {
	from := s.pos
	s.skipByte('-')
	if !s.skipByte('0') && s.skipDigits() == 0 {
		s.fail()
	}
	if s.skipByte('.') && s.skipDigits() == 0 {
		s.fail()
	}
	if s.skipByte('e') || s.skipByte('E') {
		if !s.skipByte('+') {
			s.skipByte('-')
		}
		if s.skipDigits() == 0 {
			s.fail()
		}
	}
	if s.hasFailed {
		return nil
	}
	return s.data[from:s.pos]
}

// skipByte skips c if it is the next byte, and reports whether it is.
func (s *Scanner) skipByte(c byte) bool {
	if s.pos < len(s.data) && s.data[s.pos] == c {
		s.pos++
		return true
	}
	return false
}

// skipDigits skips digits and returns their number.
func (s *Scanner) skipDigits() int {
	from := s.pos
	for s.pos < len(s.data) && s.data[s.pos]-'0' <= 9 {
		s.pos++
	}
	return s.pos - from
}

// stringBytes reads a string from its opening quote. Without escapes the result is a part
// of the data.
func (s *Scanner) stringBytes() []byte {
	s.pos++
	from := s.pos
	for i := from; i < len(s.data); i++ {
		switch c := s.data[i]; {
		case c == '"':
			s.pos = i + 1
			return s.data[from:i]
		case c == '\\':
			s.pos = i
			return s.unescape(from)
		case c < ' ':
			s.fail()
			return nil
		}
	}
	s.fail()
	return nil
}

// unescape reads the rest of a string from its first backslash, which is at s.data[s.pos]. The
// content of the string begins at s.data[from].
func (s *Scanner) unescape(from int) []byte {
	out := append(s.scratch[:0], s.data[from:s.pos]...)
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		s.pos++
		switch {
		case c == '"':
			s.scratch = out
			return out
		case c == '\\':
			out = s.readEscape(out)
		case c < ' ':
			s.fail()
		default:
			out = append(out, c)
		}
	}
	s.scratch = out
	s.fail()
	return nil
}

// readEscape reads one escape sequence after its backslash and appends its character to
// out.
func (s *Scanner) readEscape(out []byte) []byte {
	if s.pos >= len(s.data) {
		s.fail()
		return out
	}
	c := s.data[s.pos]
	s.pos++
	switch c {
	case '"', '\\', '/':
		return append(out, c)
	case 'b':
		return append(out, '\b')
	case 'f':
		return append(out, '\f')
	case 'n':
		return append(out, '\n')
	case 'r':
		return append(out, '\r')
	case 't':
		return append(out, '\t')
	case 'u':
		return s.readUnicodeEscape(out)
	}
	s.fail()
	return out
}

// readUnicodeEscape reads a \u escape after the letter u and appends the character to out. If the
// escape is the first half of a surrogate pair, readUnicodeEscape also reads the second half.
func (s *Scanner) readUnicodeEscape(out []byte) []byte {
	r := s.readHex()
	if !utf16.IsSurrogate(r) {
		return utf8.AppendRune(out, r)
	}
	if s.pos+1 < len(s.data) && s.data[s.pos] == '\\' && s.data[s.pos+1] == 'u' {
		start := s.pos
		s.pos += 2
		if whole := utf16.DecodeRune(r, s.readHex()); whole != utf8.RuneError {
			return utf8.AppendRune(out, whole)
		}
		if !s.hasFailed {
			s.pos = start
		}
	}
	return append(out, byte(0xe0|r>>12), byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f))
}

// readHex reads the four digits of a \u escape.
func (s *Scanner) readHex() rune {
	if s.pos+4 > len(s.data) {
		s.fail()
		return utf8.RuneError
	}
	var r rune
	for _, c := range s.data[s.pos : s.pos+4] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			s.fail()
			return utf8.RuneError
		}
	}
	s.pos += 4
	return r
}
