package quote_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"colloquy/internal/chat/quote"
	"colloquy/internal/core"
)

var lincolnSayings = []core.Saying{
	{Text: "If slavery is not wrong, nothing is wrong.", SourceStatus: "documented", Source: "Letter to Albert G. Hodges, 4 April 1864"},
	{Text: "With malice toward none; with charity for all; with firmness in the right, as God gives us to see the right.", SourceStatus: "documented", Source: "Second inaugural address, 4 March 1865"},
	{Text: "I claim not to have controlled events, but confess plainly that events have controlled me.", SourceStatus: "documented", Source: "Letter to Albert G. Hodges, 4 April 1864"},
	{Text: "A man in a hurry to be right will settle for being loud.", SourceStatus: "in the spirit of"},
}

func FuzzFindQuotations(f *testing.F) {
	for _, s := range []string{
		"", "\xff“\xfe", "“If slavery isn’t *wrong*, nothing’s wrong,” I wrote.", "''\"\"“”„«»‹›‘’‚「」『』", "I said, “a b c d e”.",
		"🎭 “🎭 With malice\n\n- toward none; with charity", "e\u0301 if\u0301 'tis \"tis", "«»«»«»", "\n\n1. “x”", "’’’’’’", "a*b*c'd’e",
		"李白斗酒诗百篇「李白斗酒诗百篇」", strings.Repeat("“‘", 50), "I wrote, “A man in a hurry to be right will settle for being loud.”",
	} {
		f.Add(s, "a man in a hurry")
	}
	m := quote.NewMatcher(lincolnSayings)
	f.Fuzz(func(t *testing.T, reply, asked string) {
		length, lastEnd := utf8.RuneCountInString(reply), 0
		for _, quotation := range m.FindQuotations(reply, asked) {
			if quotation.Start < lastEnd || quotation.Start >= quotation.End || quotation.End > length {
				t.Fatalf("mark %+v after %d in %q of %d", quotation, lastEnd, reply, length)
			}
			if quotation.SayingIndex < quote.NoSaying || quotation.SayingIndex >= len(lincolnSayings) {
				t.Fatalf("saying of %+v", quotation)
			}
			lastEnd = quotation.End
		}
	})
}

// rule words-documented
func TestFindQuotationsTakesLinearTime(t *testing.T) {
	m := quote.NewMatcher(lincolnSayings)
	for _, part := range []string{
		"wrong ", "“wrong ", "“with malice toward none” ", "‘“", "if slavery is not wrong nothing is wrong ", "\" ", "“I said, “a b c d e” ", "I said, “a b c d e f.” ",
		"\"***", "not wrong, not ", "**", "the right as the right. ", "“'", "” ",
	} {
		shortReply, long := strings.Repeat(part, 2_000), strings.Repeat(part, 16_000)
		bestMarkingTime := func(s string) time.Duration {
			bestTime := time.Hour
			for range 3 {
				start := time.Now()
				m.FindQuotations(s, s[:len(s)/2])
				bestTime = min(bestTime, time.Since(start))
			}
			return bestTime
		}
		// The long reply has 8 times the length of the short one. So a linear time grows about 8
		// times, and a quadratic time 64 times. The limit of 24 is between the two.
		if a, b := bestMarkingTime(shortReply), bestMarkingTime(long); b > 24*a+5*time.Millisecond {
			t.Errorf("%q: %v, eight times as long: %v", part, a, b)
		}
	}
}

func BenchmarkFindQuotations(b *testing.B) {
	plainSentence := "The sum of it is this: we came up out of the timber with an axe and a book, and neither was paid for. "
	reply := strings.Repeat(plainSentence, 40) + "“If slavery isn’t wrong, nothing is wrong,” I wrote to Hodges. " + "As I told the clerks, “A telegram is a short way to make a long mistake.” "
	reply += strings.Repeat(plainSentence, (1_000-len(strings.Fields(reply)))/len(strings.Fields(plainSentence)))
	m := quote.NewMatcher(lincolnSayings)
	b.ReportMetric(float64(len(strings.Fields(reply))), "words")
	b.ReportAllocs()
	for b.Loop() {
		if len(m.FindQuotations(reply, "What did you write to Mr Hodges?")) != 2 {
			b.Fatal("not two marks")
		}
	}
}
