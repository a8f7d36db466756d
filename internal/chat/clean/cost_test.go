package clean

import (
	"strings"
	"testing"
)

// newFilterInsideReply returns a Filter in the middle of a reply.
func newFilterInsideReply() *Filter {
	f := New(Options{CharName: "Ada Lovelace", UserName: "Grace", MaxChars: 1 << 40})
	f.Push("Good day, and welcome")
	return f
}

func TestPlainPiecesDoNotAllocate(t *testing.T) {
	f := newFilterInsideReply()
	var got string
	for _, piece := range []string{" engine", "s, of course.", " naïve", " 東京", "'s", " #1 // a/b"} {
		if n := testing.AllocsPerRun(100, func() { got = f.Push(piece) }); n != 0 {
			t.Errorf("%q: %v allocations", piece, n)
		}
		if got != piece {
			t.Errorf("%q became %q", piece, got)
		}
	}
}

func TestPlainPieceIsTheSameMemory(t *testing.T) {
	f, piece := newFilterInsideReply(), strings.Repeat("word ", 20)
	if got := f.Push(piece); got != piece {
		t.Fatalf("got %q", got)
	}
}

// BenchmarkPushPlainPiece measures one piece of plain text.
func BenchmarkPushPlainPiece(b *testing.B) {
	f := newFilterInsideReply()
	b.ReportAllocs()
	for b.Loop() {
		f.Push(" engine")
	}
}

// BenchmarkReply measures a whole reply with lines and bold words.
func BenchmarkReply(b *testing.B) {
	pieces := strings.SplitAfter("Ada: Good day. I have been **thinking** of the Engine,\n\nand of you. "+
		strings.Repeat("It weaves patterns as the loom weaves leaves and number "+"is only the first of its threads, ", 8), " ")
	b.ReportAllocs()
	b.ReportMetric(float64(len(pieces)), "pieces/op")
	for b.Loop() {
		f := New(adaOptions)
		for _, p := range pieces {
			f.Push(p)
		}
		f.End("stop")
	}
}
