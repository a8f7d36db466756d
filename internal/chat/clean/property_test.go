package clean

import (
	"strings"
	"testing"
	"unicode/utf8"

	"colloquy/internal/llm"

	"pgregory.net/rapid"
)

// replyFragments are the parts of generated replies: every kind of literal, incomplete
// literals, and plain words.
var replyFragments = []string{
	"word ", "Ada", "Ada:", "Grace:", "User:", "\nUser:", "\nUse", "\n", "\n\n\n", " ", "  ", "\t", "*", "**", "***",
	"<think>", "</think>", "<thi", "<", ">", "<RESPONSE>", "</END>", "[START]", "[", "]", "[st", "RESPONSE:", "END:\n", "### END",
	"STOP", "<!--", "-->", "--", "//", "// note\n", "https://x.y", "```", "\n```", "\"", "“", "”", "«", "»", "'",
	"é", "東京", "🙂", "\xc3", "\xa9", "\xff", "\u200d", "\ufeff", "\r", "\x00", "@@", "@@over", "<|im_end|>", "<|im", "</s>",
	"A sentence that is long enough to count. ", "Yes.\n", ".", "!", "İ", "ſ", "K",
}

var anyReply = rapid.Custom(func(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(replyFragments), 0, 40).Draw(t, "tokens"), "")
})

// cutAtRandom splits s at random bytes.
func cutAtRandom(t *rapid.T, s string) []string {
	var pieces []string
	for s != "" {
		n := rapid.IntRange(1, min(len(s), 9)).Draw(t, "n")
		pieces, s = append(pieces, s[:n]), s[n:]
	}
	return pieces
}

var anyOptions = rapid.Custom(func(t *rapid.T) Options {
	return Options{
		CharName:    rapid.SampledFrom([]string{"Ada Lovelace", "Ada", ""}).Draw(t, "char"),
		UserName:    rapid.SampledFrom([]string{"Grace", "Ada", "user", "", "İK"}).Draw(t, "user"),
		StopStrings: rapid.SampledFrom([][]string{nil, {"@@over", "\nGrace:"}, {"w", "é"}}).Draw(t, "stops"),
		MaxChars:    rapid.SampledFrom([]int{0, 1, 7, 50}).Draw(t, "max"),
	}
})

var anyFinish = rapid.SampledFrom([]llm.Finish{"", llm.FinishStop, llm.FinishLength, llm.FinishFiltered})

// rule replies-cleaned
func TestAnyChunkingShowsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opts, finish, s := anyOptions.Draw(t, "options"), anyFinish.Draw(t, "finish"), anyReply.Draw(t, "reply")
		want, wantStopped := filterPieces(opts, finish, s)
		got, gotStopped := filterPieces(opts, finish, cutAtRandom(t, s)...)
		if got != want || gotStopped != wantStopped {
			t.Fatalf("%q\n cut   %q %v\n whole %q %v", s, got, gotStopped, want, wantStopped)
		}
		checkWellFormed(t, opts, got)
	})
}

// checkWellFormed checks the invariants of every reply.
func checkWellFormed(t interface{ Fatalf(string, ...any) }, opts Options, got string) {
	limit := opts.MaxChars
	if limit == 0 {
		limit = DefaultMaxChars
	}
	switch {
	case !utf8.ValidString(got):
		t.Fatalf("invalid UTF-8: %q", got)
	case strings.ContainsFunc(got, isAlwaysRemoved):
		t.Fatalf("control character: %q", got)
	case strings.Count(got, "**")%2 != 0:
		t.Fatalf("odd number of **: %q", got)
	case strings.Contains(got, "\n\n\n"):
		t.Fatalf("three newlines: %q", got)
	case strings.HasPrefix(got, " "), strings.HasPrefix(got, "\n"), strings.HasSuffix(got, "\n"):
		t.Fatalf("space around: %q", got)
	case utf8.RuneCountInString(got) > limit+len("**"):
		t.Fatalf("%d characters: %q", utf8.RuneCountInString(got), got)
	}
}

// Text without any markup is unchanged.
func TestProseIsUnchanged(t *testing.T) {
	words := rapid.SampledFrom([]string{
		"the", "Engine", "stop", "Start", "response", "end", "I", "9", "naïve", "東京", "Ωmega", "don't", "e.g.", "(so)", "https://a.b/c", "#1", "a/b", "x_y", "“well”",
	})
	rapid.Check(t, func(t *rapid.T) {
		s := "So " + strings.Join(rapid.SliceOfN(words, 1, 60).Draw(t, "words"), " ")
		if got, stopped := filterPieces(adaOptions, llm.FinishStop, cutAtRandom(t, s)...); got != s || stopped {
			t.Fatalf("\n got %q\nwant %q", got, s)
		}
	})
}

// Shown text does not change: each piece only appends.
func TestTruncatedStreamIsAPrefix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := cutAtRandom(t, anyReply.Draw(t, "reply"))
		wholeText, _ := filterPieces(adaOptions, "", pieces...)
		f := New(adaOptions)
		var shown string
		for _, p := range pieces[:rapid.IntRange(0, len(pieces)).Draw(t, "upto")] {
			shown += f.Push(p)
		}
		if !strings.HasPrefix(wholeText, shown) {
			t.Fatalf("%q is no prefix of %q", shown, wholeText)
		}
	})
}

func FuzzFilter(f *testing.F) {
	for _, s := range replyFragments {
		f.Add("x"+s+"y", uint64(0b101))
	}
	f.Add("Ada: \"<think>a</think>\n// x\nb **c", uint64(0xaaaa))
	f.Fuzz(func(t *testing.T, s string, cuts uint64) {
		want, _ := filterPieces(adaOptions, llm.FinishStop, s)
		var pieces []string
		from := 0
		for i := range len(s) {
			if cuts>>(i%64)&1 == 1 {
				pieces, from = append(pieces, s[from:i]), i
			}
		}
		got, _ := filterPieces(adaOptions, llm.FinishStop, append(pieces, s[from:])...)
		if got != want {
			t.Fatalf("%q\n cut   %q\n whole %q", s, got, want)
		}
		checkWellFormed(t, adaOptions, got)
	})
}
