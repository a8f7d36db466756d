package sse_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/llm/sse"
)

type textEvent struct{ Name, Data string }

func readEvents(t *testing.T, src io.Reader) ([]textEvent, error) {
	t.Helper()
	r := sse.NewReader(src)
	defer r.Close()
	var out []textEvent
	for {
		ev, err := r.Next()
		if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		out = append(out, textEvent{string(ev.Name), string(ev.Data)})
	}
}

var streamCases = []struct {
	name, in string
	want     []textEvent
}{
	{"one", "data: a\n\n", []textEvent{{"", "a"}}},
	{"no space", "data:a\n\ndata:  b\n\n", []textEvent{{"", "a"}, {"", " b"}}},
	{"crlf", "data: a\r\n\r\ndata: b\r\n\r\n", []textEvent{{"", "a"}, {"", "b"}}},
	{"cr", "data: a\r\rdata: b\r\r", []textEvent{{"", "a"}, {"", "b"}}},
	{"mixed ends", "data: a\r\n\ndata: b\n\r\ndata: c\r\r\n", []textEvent{{"", "a"}, {"", "b"}, {"", "c"}}},
	{"byte order mark", "\ufeffdata: a\n\n", []textEvent{{"", "a"}}},
	{"only a mark", "\ufeff", nil},
	{"a piece of a mark", "\xef\xbb", nil},
	{"several data lines", "data: a\ndata:\ndata: b\n\n", []textEvent{{"", "a\n\nb"}}},
	{"comments", ": PROCESSING\n\n:\n\ndata: a\n: in between\ndata: b\n\n", []textEvent{{"", "a\nb"}}},
	{"event name", "event: error\ndata: {}\n\ndata: x\n\n", []textEvent{{"error", "{}"}, {"", "x"}}},
	{"name after data", "data: {}\nevent: error\n\n", []textEvent{{"error", "{}"}}},
	{"name without data is forgotten", "event: ping\n\ndata: x\n\n", []textEvent{{"", "x"}}},
	{"no blank line at the end", "data: a\n\ndata: [DONE]\n", []textEvent{{"", "a"}, {"", "[DONE]"}}},
	{"no line end at the end", "data: [DONE]", []textEvent{{"", "[DONE]"}}},
	{"unknown fields", "id: 7\nretry: 10\nfoo\ndata: a\n\n", []textEvent{{"", "a"}}},
	{"empty data", "data\n\ndata:\n\n", []textEvent{{"", ""}, {"", ""}}},
	{"colon in the data", "data: {\"a\":\"b: c\"}\n\n", []textEvent{{"", `{"a":"b: c"}`}}},
	{"nothing", "", nil},
	{"html", "<html>\n<body>no</body>\n", nil},
}

func TestStreamsAreSplitIntoEvents(t *testing.T) {
	for _, tt := range streamCases {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readEvents(t, strings.NewReader(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnyReadSizeGivesTheSameEvents(t *testing.T) {
	for _, tt := range streamCases {
		for cutOffset := range len(tt.in) {
			src := io.MultiReader(strings.NewReader(tt.in[:cutOffset]), strings.NewReader(tt.in[cutOffset:]))
			got, err := readEvents(t, src)
			if err != nil || !cmp.Equal(tt.want, got) {
				t.Fatalf("%s cut at %d: %v, %v", tt.name, cutOffset, got, err)
			}
		}
		got, err := readEvents(t, iotest.OneByteReader(strings.NewReader(tt.in)))
		if err != nil || !cmp.Equal(tt.want, got) {
			t.Fatalf("%s byte by byte: %v, %v", tt.name, got, err)
		}
		got, err = readEvents(t, iotest.DataErrReader(strings.NewReader(tt.in)))
		if err != nil || !cmp.Equal(tt.want, got) {
			t.Fatalf("%s with data beside the end: %v, %v", tt.name, got, err)
		}
	}
}

func TestLongLinesAreRead(t *testing.T) {
	for _, size := range []int{4090, 4096, 4097, 100_000, sse.MaxEventBytes - 16} {
		longLine := strings.Repeat("x", size)
		got, err := readEvents(t, strings.NewReader("data: a\n\ndata: "+longLine+"\n\ndata: b\n\n"))
		if err != nil || len(got) != 3 || got[1].Data != longLine || got[2].Data != "b" {
			t.Errorf("line of %d bytes: %d events, %v", size, len(got), err)
		}
	}
}

func TestTooLargeEventIsRefused(t *testing.T) {
	for name, in := range map[string]string{
		"one line":   "data: " + strings.Repeat("x", sse.MaxEventBytes),
		"many lines": strings.Repeat("data: "+strings.Repeat("x", 1000)+"\n", 1100),
	} {
		if _, err := readEvents(t, strings.NewReader(in)); !errors.Is(err, sse.ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestErrorsOfTheSourceAreReturned(t *testing.T) {
	cutSource := io.MultiReader(strings.NewReader("data: a\n\ndata: b"), iotest.ErrReader(io.ErrUnexpectedEOF))
	got, err := readEvents(t, cutSource)
	if !errors.Is(err, io.ErrUnexpectedEOF) || len(got) != 1 {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := readEvents(t, stuckReader{}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a source that gives nothing: %v", err)
	}
}

type stuckReader struct{}

func (stuckReader) Read([]byte) (int, error) { return 0, nil }

func TestClosedReaderReadsNothing(t *testing.T) {
	r := sse.NewReader(strings.NewReader("data: a\n\n"))
	r.Close()
	r.Close()
	if _, err := r.Next(); err == nil {
		t.Error("a closed reader reads on")
	}
}

func TestReadingAllocatesNothing(t *testing.T) {
	in := bytes.Repeat([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"word\"}}]}\n\n"), 2000)
	r := sse.NewReader(bytes.NewReader(in))
	defer r.Close()
	if n := testing.AllocsPerRun(1000, func() { _, _ = r.Next() }); n > 0 {
		t.Errorf("%v allocations an event", n)
	}
}

// FuzzSplit checks that the reader reads any stream without a panic, and that read
// boundaries do not change its events.
func FuzzSplit(f *testing.F) {
	for _, tt := range streamCases {
		f.Add([]byte(tt.in), 1)
		f.Add([]byte(tt.in), 7)
	}
	f.Fuzz(func(t *testing.T, in []byte, cutOffset int) {
		wholeEvents, err := readEvents(t, bytes.NewReader(in))
		if err != nil {
			t.Fatal(err)
		}
		cutOffset = min(max(cutOffset, 0), len(in))
		partEvents, err := readEvents(t, io.MultiReader(bytes.NewReader(in[:cutOffset]), iotest.OneByteReader(bytes.NewReader(in[cutOffset:]))))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wholeEvents, partEvents); diff != "" {
			t.Error(diff)
		}
	})
}

func BenchmarkNext(b *testing.B) {
	frame := []byte("data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word\"}}]}\n\n")
	in := bytes.Repeat(frame, 1000)
	b.SetBytes(int64(len(frame)))
	b.ReportAllocs()
	for b.Loop() {
		r := sse.NewReader(bytes.NewReader(in))
		for range 1000 {
			if _, err := r.Next(); err != nil {
				b.Fatal(err)
			}
		}
		r.Close()
	}
}

func TestMoreReportsABufferedEvent(t *testing.T) {
	for _, tt := range []struct {
		rest string // text after the first event
		want bool
	}{
		{"", false}, {"data: b", false}, {"data: b\n", false}, {"data: b\n\n", true}, {"data: b\r\n\r\n", true}, {"data: b\r\r", true},
		{"data:\n\n", true}, {"data: b\ndata: c\n\n", true}, {": comment\n\n", false}, {"event: x\n\n", false}, {"event: x\r\ndata: b\r\n\r\n", true}, {"event: x\n\ndata: b\n\n", false}, {"database: b\n\n", false},
	} {
		for _, end := range []string{"\n\n", "\r\n\r\n", "\r\r"} {
			r := sse.NewReader(strings.NewReader("data: a" + end + tt.rest))
			if r.HasBufferedEvent() {
				t.Errorf("%q: more before anything was read", tt.rest)
			}
			if _, err := r.Next(); err != nil {
				t.Fatal(err)
			}
			if got := r.HasBufferedEvent(); got != tt.want {
				t.Errorf("%q after %q: %v", tt.rest, end, got)
			}
			if _, err := r.Next(); tt.want && err != nil {
				t.Errorf("%q was promised: %v", tt.rest, err)
			}
			r.Close()
		}
	}
}
