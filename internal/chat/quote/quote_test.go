package quote_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"colloquy/internal/chat/quote"
	"colloquy/internal/core"
)

var testSayings = append(slices.Clone(lincolnSayings),
	core.Saying{Text: "I hate war.", SourceStatus: "attributed", Source: "The Tribune, https://papers.example/1936?p=2."},
	core.Saying{Text: "The colour of honour is recognised in the centre of the theatre.", SourceStatus: "character", Source: "A play, act 1"},
)

// quotationInWords is an expected mark, given by its words instead of its positions.
type quotationInWords struct {
	kind        quote.Kind
	sayingIndex int
	words       string
}

func quotationsIn(reply, asked string) (out []quotationInWords) {
	text := []rune(reply)
	for _, m := range quote.NewMatcher(testSayings).FindQuotations(reply, asked) {
		out = append(out, quotationInWords{m.Kind, m.SayingIndex, string(text[m.Start:m.End])})
	}
	return out
}

func expectQuotations(t *testing.T, reply string, want ...quotationInWords) {
	t.Helper()
	if got := quotationsIn(reply, ""); !slices.Equal(got, want) {
		t.Errorf("%s\n got %v\nwant %v", reply, got, want)
	}
}

// rule words-documented
func TestSayingsWithSmallChangesAreDocumented(t *testing.T) {
	for _, c := range []struct {
		name, words string
		saying      int
	}{
		{"nothing", "If slavery is not wrong, nothing is wrong", 0},
		{"case and punctuation", "IF SLAVERY IS NOT WRONG — nothing is wrong", 0},
		{"a contraction", "If slavery isn’t wrong, nothing is wrong", 0},
		{"emphasis", "If *slavery* is not **wrong**, nothing is wrong", 0},
		{"emphasis inside a word", "If sla*very* is not wrong, nothing is wrong", 0},
		{"a typing error", "If slavrey is not wrong, nothing is wrong", 0},
		{"an added word", "If slavery is not wrong, then nothing is wrong", 0},
		{"a dropped word", "If slavery is not wrong, nothing wrong", 0},
		{"swapped words", "If slavery not is wrong, is nothing wrong", 0},
		{"another word", "I claim not to have governed events, but confess plainly that events have controlled me", 2},
		{"spelling", "The color of honor is recognized in the center of the theater", 5},
		{"a part", "with firmness in the right, as God gives us to see the right", 1},
		{"a shorter part", "with charity for all; with firmness in the right", 1},
		{"a sentence of the persona in it", "If slavery is not wrong,” I wrote to Hodges, “nothing is wrong", 0},
		{"two lines", "If slavery is not wrong,\nnothing is wrong", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			expectQuotations(t, "🎭 So: “"+c.words+".” Good.", quotationInWords{quote.Documented, c.saying, "“" + c.words + ".”"})
		})
	}
}

// rule words-documented
func TestOtherSentencesAreNotMarked(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"a changed negation", "If slavery is wrong, nothing is wrong."},
		{"an added negation", "If slavery is not wrong, nothing is not wrong."},
		{"a negation in the middle", "With malice toward none, with charity for all, but not with firmness in the right, as God gives us to see the right."},
		{"another order", "Nothing wrong is in it if not the wrong slavery."},
		{"a play on it", "If slavery is not wrong, nothing is expensive."},
		{"a part that goes on in other words", "As God gives us to see the right shoe he takes the left."},
		{"another content word in each half", "If the dog is not wrong, nothing is wrong."},
		{"a short part", "It was done with malice toward none."},
		{"an everyday phrase", "I hate war movies, and I hate war."},
		{"two paragraphs", "If slavery is not\n\nwrong, nothing is wrong."},
		{"a list", "- if slavery\n- is not wrong\n- nothing is wrong"},
	} {
		t.Run(c.name, func(t *testing.T) { expectQuotations(t, c.text) })
	}
}

// rule words-documented
func TestShortSayingsNeedQuotationMarks(t *testing.T) {
	expectQuotations(t, "I told them, “I hate war,” and sat down.", quotationInWords{quote.Documented, 4, "“I hate war,”"})
	expectQuotations(t, "I told them “with malice toward none”, and sat down.", quotationInWords{quote.Documented, 1, "“with malice toward none”"})
	expectQuotations(t, "I told them, “I hate war films.”", quotationInWords{quote.Spirit, quote.NoSaying, "“I hate war films.”"})
	expectQuotations(t, "I told them, “I hate the war.”", quotationInWords{quote.Spirit, quote.NoSaying, "“I hate the war.”"})
	expectQuotations(t, "I told them of “the color of honor”.", quotationInWords{quote.Documented, 5, "“the color of honor”"})
	expectQuotations(t, "I told them, I hate war, and sat down.")
}

// rule words-documented
func TestQuotationIncludesItsPunctuation(t *testing.T) {
	expectQuotations(t, "*If slavery is not wrong, nothing is wrong!* Good.", quotationInWords{quote.Documented, 0, "If slavery is not wrong, nothing is wrong!"})
	expectQuotations(t, "So: if slavery is not wrong, nothing is wrong…", quotationInWords{quote.Documented, 0, "if slavery is not wrong, nothing is wrong…"})
	expectQuotations(t, "“So: if slavery is not wrong, nothing is wrong.”", quotationInWords{quote.Documented, 0, "if slavery is not wrong, nothing is wrong."})
}

// rule words-documented
func TestQuotationHasStatusAndSource(t *testing.T) {
	m := quote.NewMatcher(testSayings)
	got := m.FindQuotations("I said, “I hate war.” The colour of honour is recognised in the centre of the theatre.", "")
	want := []quote.Quotation{
		{
			Kind: quote.Documented, Start: 8, End: 21, SayingIndex: 4, SayingStatus: "attributed", SayingText: "I hate war.",
			SayingSource: "The Tribune, https://papers.example/1936?p=2.", SourceAddress: "https://papers.example/1936?p=2",
		},
		{Kind: quote.Documented, Start: 22, End: 86, SayingIndex: 5, SayingStatus: "character", SayingText: testSayings[5].Text, SayingSource: "A play, act 1"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}

// rule words-in-the-spirit
func TestUnknownQuotationsAreInTheSpirit(t *testing.T) {
	for _, words := range []string{
		"“The mule knows the way home.”", "\"The mule knows the way home.\"", "„The mule knows the way home.“", "«The mule knows the way home.»",
		"»The mule knows the way home.«", "‘The mule knows the way home.’", "'The mule’s way isn't home.'", "「The mule knows the way home」",
		"“The *mule* knows the **way** home.”", "“The mule said ‘go on home, you old fool’ to me.”", "“**The mule knows the way home.**”",
	} {
		expectQuotations(t, "As I told my wife, "+words+" She laughed.", quotationInWords{quote.Spirit, quote.NoSaying, words})
	}
	expectQuotations(t, "“The mule knows the way,” my father used to say.", quotationInWords{quote.Spirit, quote.NoSaying, "“The mule knows the way,”"})
	expectQuotations(t, "“The mule knows the way.” — Abraham Lincoln", quotationInWords{quote.Spirit, quote.NoSaying, "“The mule knows the way.”"})
	expectQuotations(t, "My motto is: “Trust a mule twice.”", quotationInWords{quote.Spirit, quote.NoSaying, "“Trust a mule twice.”"})
	expectQuotations(t, "Note “a man in a hurry to be right will settle for being loud”.",
		quotationInWords{quote.Spirit, 3, "“a man in a hurry to be right will settle for being loud”"})
}

// rule words-in-the-spirit
func TestTitlesPhrasesAndUserWordsAreNotInTheSpirit(t *testing.T) {
	for _, c := range []struct{ name, text, asked string }{
		{"no quotation marks", "I told my wife that the mule knows the way home.", ""},
		{"three words", "I told my wife, “Trust the mule.”", ""},
		{"a saying on record", "I wrote, “If slavery is not wrong, nothing’s wrong.”", ""},
		{"nearly a saying on record", "I wrote, “If slavery is not so wrong, few things are.”", ""},
		{"a phrase", "The town had a “hotel of the first class” with one bed.", ""},
		{"a title", "I wrote “The Life and Times of a Mule” in a week.", ""},
		{"what is named", "It was called “the house that ate its own porch” in town.", ""},
		{"what a work is called", "I wrote a song called “the mule knows the way home” in jail.", ""},
		{"the user's words", "“How did you feel about mules?” he said.", "how did you feel about mules"},
		{"the user's words by name", "You said “the mule knows the way home” and so it does.", ""},
		{"the user's words, written down", "He wrote down your words: “The mule knows the way home.”", ""},
		{"the user's question", "Your question, “does a mule know the way”, is a good one.", ""},
		{"what the user could say", "You could tell him “the mule knows the way home” and leave.", ""},
		{"an order", "Tell the man “the mule knows the way home” and leave.", ""},
		{"a case", "If a man says “the mule knows the way home”, let him walk.", ""},
		{"an open mark", "I told my wife, “The mule knows the way home.", ""},
		{"two paragraphs", "I told my wife, “The mule\n\nknows the way home.”", ""},
		{"apostrophes", "I said 'tis only the old mules' way, and the men's way of going home.", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, m := range quotationsIn(c.text, c.asked) {
				if m.kind == quote.Spirit {
					t.Errorf("%s: %s", c.text, m.words)
				}
			}
		})
	}
}

// A saying that is only in the persona's spirit is not marked outside quotation marks.
func TestAuthoredSayingIsNoQuotation(t *testing.T) {
	expectQuotations(t, "A man in a hurry to be right will settle for being loud.")
}

func TestCacheFollowsChanges(t *testing.T) {
	var c quote.Cache
	p := &core.Persona{ID: "a", Sayings: slices.Clone(testSayings)}
	firstMatcher := c.Matcher(p)
	if same := *p; c.Matcher(&same) != firstMatcher {
		t.Error("the same sayings give another matcher")
	}
	if other := c.Matcher(&core.Persona{ID: "b", Sayings: testSayings[:1]}); other == firstMatcher {
		t.Error("two personas share a matcher")
	}
	p.Sayings[0].Source = "Another letter"
	quotations := c.Matcher(p).FindQuotations("If slavery is not wrong, nothing is wrong.", "")
	if len(quotations) != 1 || quotations[0].SayingSource != "Another letter" {
		t.Errorf("after a change: %+v", quotations)
	}
}

func TestCacheIsSafeForConcurrentUse(t *testing.T) {
	var c quote.Cache
	var wait sync.WaitGroup
	for n := range 8 {
		wait.Go(func() {
			for i := range 200 {
				p := &core.Persona{ID: fmt.Sprint((n + i) % 600), Sayings: testSayings}
				if len(c.Matcher(p).FindQuotations("If slavery is not wrong, nothing is wrong.", "")) != 1 {
					t.Error("not marked")
				}
			}
		})
	}
	wait.Wait()
}
