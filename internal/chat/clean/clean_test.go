package clean

import (
	"strings"
	"testing"

	"colloquy/internal/llm"
)

// adaOptions are the options of most tests.
var adaOptions = Options{CharName: "Ada Lovelace", UserName: "Grace", StopStrings: []string{"\nGrace:", "\nUser:", "<|im_end|>", "@@over"}}

// filterPieces passes pieces to a new Filter and returns the shown text.
func filterPieces(opts Options, finish llm.Finish, pieces ...string) (text string, stopped bool) {
	f := New(opts)
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(f.Push(p))
	}
	stopped = f.HasEndedReply()
	b.WriteString(f.End(finish))
	return b.String(), stopped
}

// splitBytes cuts s into pieces of one byte.
func splitBytes(s string) []string {
	pieces := make([]string, len(s))
	for i := range len(s) {
		pieces[i] = s[i : i+1]
	}
	return pieces
}

// checkFiltered filters the argument "in": first as one piece, and then in pieces of one byte. It
// compares each result with the argument "want".
func checkFiltered(t *testing.T, opts Options, finish llm.Finish, in, want string) {
	t.Helper()
	if got, _ := filterPieces(opts, finish, in); got != want {
		t.Errorf("whole %q\n got %q\nwant %q", in, got, want)
	}
	if got, _ := filterPieces(opts, finish, splitBytes(in)...); got != want {
		t.Errorf("bytewise %q\n got %q\nwant %q", in, got, want)
	}
}

func TestBrokenBytesAndControlsAreDropped(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"leading space":          {" \n Good day.", "Good day."},
		"accents survive":        {"Être né à Zürich, 東京, 🙂.", "Être né à Zürich, 東京, 🙂."},
		"broken bytes":           {"a\xffb\xc3(c\xe6\x9d", "ab(c"},
		"replacement character":  {"a\ufffdb", "ab"},
		"controls":               {"a\x00b\x1b[31mc\x7fd\u0085e", "ab[31mcde"},
		"carriage returns":       {"a\r\nb\rc", "a\nbc"},
		"tab stays":              {"a\tb", "a\tb"},
		"byte order mark":        {"\ufeffGood day.", "Good day."},
		"overrides":              {"a\u202eb\u202dc", "abc"},
		"joiners stay":           {"👩\u200d🔬 می\u200cخواهم", "👩\u200d🔬 می\u200cخواهم"},
		"nothing":                {"", ""},
		"only space":             {" \n\t ", ""},
		"only controls":          {"\x00\x01", ""},
		"trailing space is kept": {"Good day. ", "Good day. "},
	} {
		t.Run(name, func(t *testing.T) { checkFiltered(t, adaOptions, llm.FinishStop, c.in, c.want) })
	}
}

func TestNameAndQuotesAtTheStartAreDropped(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"own name":                     {"Ada Lovelace: Good day.", "Good day."},
		"first name":                   {"ada:Good day.", "Good day."},
		"bold name":                    {"**Ada Lovelace:** Good day.", "Good day."},
		"bold name, colon outside":     {"**Ada**: Good day.", "Good day."},
		"bracketed name":               {"[Ada Lovelace]: Good day.", "Good day."},
		"wide colon":                   {"Ada：你好。", "你好。"},
		"assistant":                    {"Assistant: Good day.", "Good day."},
		"response":                     {"RESPONSE: Good day.", "Good day."},
		"name once":                    {"Ada: Ada: yes.", "Ada: yes."},
		"name without colon":           {"Ada Lovelace is my name.", "Ada Lovelace is my name."},
		"almost the name":              {"Ada Love, they say.", "Ada Love, they say."},
		"name only":                    {"Ada", "Ada"},
		"name and colon only":          {"Ada:", ""},
		"quotes":                       {`"Good day."`, "Good day."},
		"quotes after a name":          {`Ada: "Good day."`, "Good day."},
		"quotes and trailing space":    {"\"Good day.\" \n", "Good day."},
		"curly quotes":                 {"“Good day.”", "Good day."},
		"guillemets":                   {"« Bonjour. »", "Bonjour. "},
		"german quotes":                {"„Guten Tag.“", "Guten Tag."},
		"corner brackets":              {"「こんにちは。」", "こんにちは。"},
		"quotes inside":                {`"He said "go on" to me."`, `He said "go on" to me.`},
		"curly quotes inside":          {"“He said “go on” to me.”", "He said “go on” to me."},
		"speech, then prose":           {`"Good day," she said.`, `"Good day," she said.`},
		"two speeches":                 {"\"One.\"\n\n\"Two.\"", "\"One.\"\n\n\"Two.\""},
		"quoted word first":            {`"Poetical science" is my name for it.`, `"Poetical science" is my name for it.`},
		"never closed":                 {`"Good day`, "Good day"},
		"apostrophe first":             {"'Tis a fine day.", "'Tis a fine day."},
		"only a mark":                  {`"`, ""},
		"space after the mark":         {"\" Good day.\"", "Good day."},
		"closed, then the user's turn": {"\"Good day.\"\nUser: hello", "Good day."},
	} {
		t.Run(name, func(t *testing.T) { checkFiltered(t, adaOptions, llm.FinishStop, c.in, c.want) })
	}
}

func TestLongQuotedReplyLosesItsOpeningMark(t *testing.T) {
	longText := strings.Repeat("many words ", 20)
	for name, c := range map[string]struct{ in, want string }{
		"surrounded":       {`"` + longText + `end."`, longText + "end."},
		"inner pair":       {`"` + longText + `a "b" c."`, longText + `a "b" c.`},
		"prose afterwards": {`"` + longText + `end," she said.`, longText + `end, she said.`},
		"never closed":     {`"` + longText, longText},
	} {
		t.Run(name, func(t *testing.T) { checkFiltered(t, adaOptions, llm.FinishStop, c.in, c.want) })
	}
}

func TestQuotedReplyIsBufferedBriefly(t *testing.T) {
	f := New(adaOptions)
	if got := f.Push(`"` + strings.Repeat("x", maxBufferedQuoteRunes)); len(got) != maxBufferedQuoteRunes {
		t.Errorf("shown %d characters, want %d", len(got), maxBufferedQuoteRunes)
	}
}

func TestReasoningIsRemoved(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"prefix":            {"<think>They greet me.\n</think>\n\nGood day.", "Good day."},
		"after space":       {"\n <think>x</think>Good day.", "Good day."},
		"other spellings":   {"<Thinking>x</thinking><reasoning>y</reasoning>Good day.", "Good day."},
		"square":            {"[THINK]x[/THINK]Good day.", "Good day."},
		"empty":             {"<think></think>Good day.", "Good day."},
		"before own name":   {"<think>x</think>Ada: Good day.", "Good day."},
		"never closed":      {"<think>They greet me", ""},
		"cut in its end":    {"<think>They greet me</thi", ""},
		"angle in it":       {"<think>1 < 2 </thin</think>Good day.", "Good day."},
		"not at the start":  {"I <think> so.", "I <think> so."},
		"end without start": {"I know.</think>Good day.", "I know.Good day."},
		"no tag after all":  {"<thin ice> is bad.", "<thin ice> is bad."},
	} {
		t.Run(name, func(t *testing.T) { checkFiltered(t, adaOptions, llm.FinishStop, c.in, c.want) })
	}
}

// rule replies-cleaned
func TestMarkupIsRemoved(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"angle":               {"<RESPONSE>Good day.</RESPONSE>", "Good day."},
		"angle, lower":        {"<response>Good day.<end/>", "Good day."},
		"pipes":               {"<|START|>Good day.<|/STOP|><|end|>", "Good day."},
		"square":              {"[START] Good day. [/START][[END]]", "Good day. "},
		"phrases":             {"[START OF RESPONSE]\nGood day.\n[END_RESPONSE]", "Good day."},
		"stage direction":     {"I wait. [stop] I go.", "I wait. [stop] I go."},
		"line with colon":     {"RESPONSE:\nGood day.\nEND:\n", "Good day."},
		"line, mixed case":    {"### Response:\nGood day.", "Good day."},
		"heading in capitals": {"## RESPONSE\nGood day.\n### END", "Good day."},
		"rules":               {"--- START ---\nGood day.\n=== END ===\n*** STOP ***", "Good day."},
		"bold line":           {"**RESPONSE:**\nGood day.", "Good day."},
		"line in the middle":  {"One.\nSTOP: \t\nTwo.", "One.\nTwo."},
		"indented line":       {"One.\n  END:\nTwo.", "One.\nTwo."},
		"line too long":       {"END: of the day\nTwo.", "END: of the day\nTwo."},
		"bare word":           {"STOP\nEND\n", "STOP\nEND"},
		"bold shout":          {"**STOP**\nNow.", "**STOP**\nNow."},
		"words in prose":      {"Start here, stop there; my response: the end. Stop.", "Start here, stop there; my response: the end. Stop."},
		"prose at a line":     {"Stop!\nStart again.\nEnd: none.", "Stop!\nStart again.\nEnd: none."},
		"heading":             {"# The Engine\n## Start\ntext", "# The Engine\n## Start\ntext"},
		"less than":           {"1 < 2 and <b>bold</b> I <3 you", "1 < 2 and <b>bold</b> I <3 you"},
		"link":                {"[here](https://example.org/a//b)", "[here](https://example.org/a//b)"},
		"only markup":         {"<RESPONSE>\n</RESPONSE>", ""},
		"in a code block":     {"See:\n```\n[END]\n// x\n<!-- y -->\n```\n[END]Done.", "See:\n```\n[END]\n// x\n<!-- y -->\n```\nDone."},
	} {
		t.Run(name, func(t *testing.T) { checkFiltered(t, adaOptions, llm.FinishStop, c.in, c.want) })
	}
}

// rule replies-cleaned
func TestModelCommentsAreRemoved(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"html":             {"One <!-- stay in\ncharacter -->two.", "One two."},
		"html unfinished":  {"One.<!-- the user", "One."},
		"html almost":      {"One <!- two", "One <!- two"},
		"slashes":          {"// The user greets.\nGood day.\n// Done.", "Good day."},
		"in the middle":    {"One.\n  // note\nTwo.", "One.\nTwo."},
		"bare slashes":     {"One.\n//\nTwo.", "One.\nTwo."},
		"between lines":    {"One.\n\n// note\n\nTwo.", "One.\n\nTwo."},
		"url":              {"https://example.org\n//host/path\nhttp://a//b", "https://example.org\n//host/path\nhttp://a//b"},
		"slashes in prose": {"either // or", "either // or"},
	} {
		t.Run(name, func(t *testing.T) { checkFiltered(t, adaOptions, llm.FinishStop, c.in, c.want) })
	}
}
