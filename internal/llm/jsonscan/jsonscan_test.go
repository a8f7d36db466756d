package jsonscan_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"colloquy/internal/llm/jsonscan"
)

func TestScannerReadsEveryKindOfValue(t *testing.T) {
	s := jsonscan.New([]byte(` {"a" : "x\ny", "skip": {"deep":[1,{"b":null}]}, "list":["p",7,"q"], "n":-12.9e3, "t":true} `))
	var a, list, rawValue string
	var n int
	if !s.EnterObject() {
		t.Fatal("no object")
	}
	for i := 0; s.HasMoreMembers(i, '}'); i++ {
		switch string(s.Key()) {
		case "a":
			a = s.Text()
		case "skip":
			rawValue = string(s.RawValue())
		case "list":
			s.EnterArray()
			for j := 0; s.HasMoreMembers(j, ']'); j++ {
				list += s.Text()
			}
		case "n":
			n = s.Int()
		default:
			s.Skip()
		}
	}
	if err := s.End(); err != nil {
		t.Fatal(err)
	}
	if a != "x\ny" || list != "pq" || n != -12 || rawValue != `{"deep":[1,{"b":null}]}` {
		t.Errorf("a=%q list=%q n=%d raw=%s", a, list, n, rawValue)
	}
}

func TestValuesOfWrongKindAreSkipped(t *testing.T) {
	for _, in := range []string{`null`, `true`, `false`, `3`, `[]`, `{}`, `{"a":[1]}`} {
		s := jsonscan.New([]byte(in))
		if got := s.Text(); got != "" || s.End() != nil {
			t.Errorf("text of %s: %q, %v", in, got, s.End())
		}
	}
	s := jsonscan.New([]byte(`"x"`))
	if s.EnterObject() || s.End() != nil {
		t.Error("a string was entered as an object")
	}
	s = jsonscan.New([]byte(`"x"`))
	if s.EnterArray() || s.Int() != 0 {
		t.Error("a string was entered as an array")
	}
}

func TestTextIsUnescaped(t *testing.T) {
	for in, want := range map[string]string{
		`""`:                   "",
		`"plain ünïcode 猫"`:    "plain ünïcode 猫",
		`"\"\\\/\b\f\n\r\t"`:   "\"\\/\b\f\n\r\t",
		`"\u00e9\u732B"`:       "é猫",
		`"\ud83d\ude00!"`:      "😀!",
		`"\ud83d"`:             "\xed\xa0\xbd",
		`"\ude00x"`:            "\xed\xb8\x80x",
		`"\ud83d\u0041"`:       "\xed\xa0\xbdA",
		`"\ud83d\ud83d\ude00"`: "\xed\xa0\xbd😀",
		"\"\xf0\x9f\"":         "\xf0\x9f",
	} {
		s := jsonscan.New([]byte(in))
		if got := s.Text(); got != want || s.End() != nil {
			t.Errorf("%s: %q, want %q (%v)", in, got, want, s.End())
		}
	}
}

func TestIntTruncatesNumbers(t *testing.T) {
	for in, want := range map[string]int{`0`: 0, `12`: 12, `-3`: -3, `4.9`: 4, `2e3`: 2, `"7"`: 0, `null`: 0} {
		s := jsonscan.New([]byte(in))
		if got := s.Int(); got != want || s.End() != nil {
			t.Errorf("%s: %d, want %d", in, got, want)
		}
	}
	s := jsonscan.New([]byte(strings.Repeat("9", 400)))
	if s.Int() <= 0 {
		t.Error("a huge number overflows")
	}
}

func TestDepthIsLimited(t *testing.T) {
	for depth, want := range map[int]error{
		jsonscan.MaxDepth:     nil,
		jsonscan.MaxDepth + 1: jsonscan.ErrSyntax,
		1 << 20:               jsonscan.ErrSyntax,
	} {
		s := jsonscan.New([]byte(strings.Repeat("[", depth) + strings.Repeat("]", depth)))
		s.Skip()
		if err := s.End(); err != want {
			t.Errorf("depth %d: %v", depth, err)
		}
	}
}

func TestKeptTextIsTheOnlyAllocation(t *testing.T) {
	data := []byte(`{"id":"c","choices":[{"index":0,"delta":{"role":"assistant","content":" w\u00f6rd"},"x":[1,2]}]}`)
	var s jsonscan.Scanner
	n := testing.AllocsPerRun(500, func() {
		s.Reset(data)
		s.Skip()
		if s.End() != nil {
			t.Fatal("invalid")
		}
	})
	if n > 0 {
		t.Errorf("%v allocations to pass over a document", n)
	}
}

// FuzzAgainstStandardLibrary checks that the scanner accepts the same texts as
// encoding/json and decodes strings equally.
func FuzzAgainstStandardLibrary(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,2.5e-3,{"b":"c\u00e9\ud83d\ude00"}],"d":null}`, `[]`, `{}`, `[1,]`, `{"a":}`, `{,}`, `01`, `-`, `1.`, `1e`,
		`"\ud83d"`, `"\x"`, "\"\x01\"", `tru`, `nul`, `[1 2]`, `{"a" 1}`, ` 1 `, `1 1`, `"`, `{"a":1,}`, "\ufeff1", `"\u00"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 256 {
			return
		}
		s := jsonscan.New(in)
		s.Skip()
		if got, want := s.End() == nil, json.Valid(in); got != want {
			t.Fatalf("%q: valid %v, encoding/json says %v", in, got, want)
		}
		var text string
		if json.Unmarshal(in, &text) != nil || !utf8.Valid(in) {
			return
		}
		s = jsonscan.New(in)
		if got := s.Text(); utf8.ValidString(got) && got != text {
			t.Fatalf("%q: %q, encoding/json reads %q", in, got, text)
		}
	})
}
