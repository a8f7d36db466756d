package spoken

import (
	"slices"
	"strings"
	"testing"
)

var groupTexts = []string{
	"Hello there. I am Ada. " + strings.Repeat("It weaves patterns, as the loom of Mr. Jacquard does. ", 30),
	"*smiles* I was **born. Truly!** in 1815. *She nods.* Then *slowly* I wrote. \"Yes!\" he said. (So!) *laughs* 5 it was.",
	"1. First item.\n2. Second item, by Dr. Byron.\n3. Third!\n\n* one. Two.\n* three? Four.\n\n# Title\n> Quoted. Words.",
	"Look: ```go\nx := 1. Y. Z.\n``` That was code. See [the page. Really](https://a.b/?x.) now. Then www.c.d/e. End.",
	"我是艾达。你好！今天怎么样？很好。" + strings.Repeat("再见，朋友。", 60),
	"Wait... what? Is it so? > 5 is more. `a. B` is code. An unclosed *star. Goes on. And on.\nNext line. Done",
	"❤️ ! ? . ... Words come late. Yes.",
	"", "   ", "No end",
}

// SentenceGroups cuts a text into groups of sentences. For an unfinished text it returns only
// groups with which the finished text begins, wherever the unfinished text ends. All groups of the
// finished text together have the spoken words of the finished text.
// rule voice-parts
func TestGroupsOfAGrowingTextAreThoseOfTheWhole(t *testing.T) {
	for _, text := range groupTexts {
		wholeTextGroups := SentenceGroups(text, true)
		if strings.Join(wholeTextGroups, "") != text {
			t.Errorf("%q is not its groups %q", text, wholeTextGroups)
		}
		for i := range len(text) + 1 {
			if part := SentenceGroups(text[:i], false); len(part) > len(wholeTextGroups) || !slices.Equal(part, wholeTextGroups[:len(part)]) {
				t.Fatalf("%q begins with %q, the whole with %q", text[:i], part, wholeTextGroups)
			}
		}
		var said []string
		for _, g := range wholeTextGroups {
			if s := Text(g, "en", nil); s != "" {
				said = append(said, s)
			}
		}
		if got, want := strings.Join(said, " "), Text(text, "en", nil); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("the groups say %q, the whole %q", got, want)
		}
	}
}

// The first group is one sentence, and later groups are larger.
// rule voice-parts
func TestFirstGroupIsOneSentence(t *testing.T) {
	groups := SentenceGroups(groupTexts[0], true)
	if groups[0] != "Hello there." || len(groups[1]) < 120 || len(groups[2]) < 240 {
		t.Errorf("the groups are %q", groups)
	}
	if n := len(SentenceGroups("Hello there. ", false)); n != 0 {
		t.Errorf("%d groups are final before the next sentence begins", n)
	}
	if n := len(SentenceGroups("Hello there. I", false)); n != 1 {
		t.Errorf("%d groups are final after the next sentence has begun", n)
	}
	if g := SentenceGroups(groupTexts[2], true); strings.TrimSpace(g[0]) != "1. First item." {
		t.Errorf("the number of an item is alone: %q", g)
	}
}
