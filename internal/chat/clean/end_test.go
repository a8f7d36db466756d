package clean

import (
	"strings"
	"testing"

	"colloquy/internal/llm"
)

func TestStopStringsEndTheReply(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"user's turn":         {"Good day.\nUser: hello", "Good day."},
		"by name":             {"Good day.\n\nGRACE: hello", "Good day."},
		"bold":                {"Good day.\n**Grace:** hello", "Good day."},
		"bracketed":           {"Good day.\n[User]: hello", "Good day."},
		"at the head":         {"Grace: hello", ""},
		"turn marks":          {"Good day.<|im_end|>\n<|im_start|>user", "Good day."},
		"instruct":            {"Good day. [/INST] more", "Good day. "},
		"end of text":         {"Good day.</s>more", "Good day."},
		"of the caller":       {"Good day. @@OVER and out", "Good day. "},
		"not at a line start": {"Dear User: hello, Grace: hello", "Dear User: hello, Grace: hello"},
		"almost":              {"Good day.\nUsers are many.\nGrace is one.", "Good day.\nUsers are many.\nGrace is one."},
		"in a code block":     {"x\n```\n</s>\n```", "x\n```"},
		"bold is closed":      {"I **mean\nUser: hello", "I **mean**"},
	} {
		t.Run(name, func(t *testing.T) { checkFiltered(t, adaOptions, llm.FinishStop, c.in, c.want) })
	}
	for _, in := range []string{"a\nUser:", "a</s>b", "a@@overb"} {
		if _, stopped := filterPieces(adaOptions, "", in); !stopped {
			t.Errorf("%q: not stopped", in)
		}
	}
	if _, stopped := filterPieces(adaOptions, "", "Good day.\nUse"); stopped {
		t.Error("stopped by half a stop string")
	}
}

func TestSharedNameEndsTheReplyAtALaterLine(t *testing.T) {
	opts := Options{CharName: "Ada Lovelace", UserName: "Ada"}
	checkFiltered(t, opts, llm.FinishStop, "Ada: Good day.\nAda: Hello.", "Good day.")
}

func TestStopStringsIgnoreCase(t *testing.T) {
	opts := Options{CharName: "Q", StopStrings: []string{"", "Ünder", "x", "\nUser:"}}
	checkFiltered(t, opts, llm.FinishStop, "go üNDER it", "go ")
	checkFiltered(t, opts, llm.FinishStop, "go Xylophone", "go ")
}

func TestNothingIsShownAfterAStop(t *testing.T) {
	f := New(adaOptions)
	got := f.Push("Good day.\nUser: hi") + f.Push("more") + f.End(llm.FinishStop)
	if got != "Good day." {
		t.Errorf("got %q", got)
	}
	if f.Push("again") != "" {
		t.Error("text after End")
	}
}

// Incomplete markup at the end is dropped if the output was cut. If the model ended there
// by itself, only text that begins like a tag is dropped.
func TestIncompleteMarkupAtTheEndIsDropped(t *testing.T) {
	for _, c := range []struct{ in, ended, cut string }{
		{"Good day.\nUse", "Good day.\nUse", "Good day."},
		{"Good day.<|im_e", "Good day.", "Good day."},
		{"Good day.</", "Good day.", "Good day."},
		{"Good day.<!-", "Good day.", "Good day."},
		{"a <", "a <", "a <"},
		{"a [EN", "a [EN", "a "},
		{"Good day.\n", "Good day.", "Good day."},
		{"One.\n### END", "One.", "One."},
		{"no [END]", "no ", "no "},
	} {
		checkFiltered(t, adaOptions, llm.FinishStop, c.in, c.ended)
		checkFiltered(t, adaOptions, llm.FinishLength, c.in, c.cut)
		checkFiltered(t, adaOptions, "", c.in, c.cut)
	}
}

func TestLayoutIsNormalised(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"two newlines stay":    {"a\n\nb", "a\n\nb"},
		"more become two":      {"a\n\n\n\n\nb", "a\n\nb"},
		"blank lines of space": {"a\n \n\t\n  b", "a\n\n  b"},
		"newlines at the end":  {"a\n\n\n", "a"},
		"list":                 {"a\n* b\n  * c", "a\n* b\n  * c"},
		"bold":                 {"a **b** c", "a **b** c"},
		"bold left open":       {"a **b", "a **b**"},
		"half closed":          {"a **b*", "a **b***"},
		"opened at the end":    {"a **", "a "},
		"star at the end":      {"a\n*", "a"},
		"closed at the end":    {"a **b**", "a **b**"},
		"italic and bold":      {"***a***", "***a***"},
		"many stars":           {"a\n*****\nb", "a\n*****\nb"},
		"stars then newline":   {"a\n**b**\n**c", "a\n**b**\n**c**"},
		"deep indent":          {"a\n" + strings.Repeat(" ", 99) + "b", "a\n" + strings.Repeat(" ", maxIndent) + "b"},
	} {
		t.Run(name, func(t *testing.T) { checkFiltered(t, adaOptions, llm.FinishStop, c.in, c.want) })
	}
}

func TestMaxCharsEndsTheReply(t *testing.T) {
	opts := Options{MaxChars: 10}
	for in, want := range map[string]string{
		"0123456789":                "0123456789",
		"0123456789a":               "0123456789",
		"äöüäöüäöüäöü":              "äöüäöüäöüä",
		"**456789abc":               "**456789ab**",
		"012345678\n\nb":            "012345678",
		strings.Repeat("a b ", 100): "a b a b a ",
	} {
		checkFiltered(t, opts, llm.FinishLength, in, want)
	}
	if _, stopped := filterPieces(opts, "", "0123456789a"); !stopped {
		t.Error("not stopped at the cap")
	}
	if _, stopped := filterPieces(opts, "", "0123456789"); stopped {
		t.Error("stopped before the cap was passed")
	}
	longReply := strings.Repeat("n", 2*DefaultMaxChars)
	if got, _ := filterPieces(Options{}, "", longReply); len(got) != DefaultMaxChars {
		t.Errorf("default cap %d", len(got))
	}
}

func TestRepetitionEndsTheReply(t *testing.T) {
	sentence := "I have told you this many times before. "
	for name, c := range map[string]struct {
		in, want string
	}{
		"same line":         {strings.Repeat("Yes.\n", 9), "Yes.\nYes.\nYes.\nYes."},
		"with blank lines":  {strings.Repeat("Yes.\n\n", 9), "Yes.\n\nYes.\n\nYes.\n\nYes."},
		"same sentence":     {strings.Repeat(sentence, 9), strings.TrimSpace(strings.Repeat(sentence, 6))},
		"alternating lines": {strings.Repeat("One long line of words, for sure\nand a second long line of words\n", 9), strings.TrimSuffix(strings.Repeat("One long line of words, for sure\nand a second long line of words\n", 5), "\n") + "\nOne long line of words, for sure"},
		"only newlines":     {"a" + strings.Repeat("\n", 300) + "b", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			checkFiltered(t, adaOptions, "", c.in, c.want)
			if _, stopped := filterPieces(adaOptions, "", c.in); !stopped {
				t.Error("not stopped")
			}
		})
	}
	for name, in := range map[string]string{
		"refrain":      strings.Repeat(sentence, 5),
		"laughing":     strings.Repeat("Ha! ", 40),
		"three lines":  strings.Repeat("Yes.\n", 3) + "No.",
		"table":        strings.Repeat("yes\nno\n", 20),
		"drawn column": "a\nb\n---\nc\n---\nd\n---\ne\n---\nf",
	} {
		if _, stopped := filterPieces(adaOptions, "", in); stopped {
			t.Errorf("%s: stopped", name)
		}
	}
}

// rule replies-close-bold
func TestCloseBoldAddsTheMissingMark(t *testing.T) {
	for in, want := range map[string]string{
		"":          "",
		"a **b":     "a **b**",
		"a **b**":   "a **b**",
		"***a":      "***a**",
		"****":      "****",
		"a * b * c": "a * b * c",
	} {
		if got := CloseBold(in); got != want {
			t.Errorf("CloseBold(%q) = %q, want %q", in, got, want)
		}
	}
}
