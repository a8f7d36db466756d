package writing

import (
	"strings"
	"testing"

	"colloquy/internal/llm"
)

// historyWithUserLines returns a talk whose last reply begins with "My dear friend, the", followed by
// lines of the user.
func historyWithUserLines(lines ...string) []llm.Message {
	out := []llm.Message{{Role: llm.User, Content: "Hello."}, {Role: llm.Assistant, Content: "“My dear friend, the sky’s wide.”"}}
	for _, l := range lines {
		out = append(out, llm.Message{Role: llm.User, Content: l})
	}
	return out
}

// pushAll pushes text in pieces of n characters. shown is the shown text. charsBeforeShown is the number
// of characters pushed when the first text was shown. fault reports whether the check found a
// fault.
func pushAll(o *openingCheck, text string, n int) (shown string, charsBeforeShown int, fault bool) {
	letters := []rune(text)
	for at := 0; at < len(letters); at += n {
		end := min(at+n, len(letters))
		shownPiece, bad := o.addText(string(letters[at:end]))
		if bad {
			return shown, charsBeforeShown, true
		}
		if shownPiece != "" && charsBeforeShown == 0 {
			charsBeforeShown = end
		}
		shown += shownPiece
	}
	return shown + o.endAndReleaseText(""), charsBeforeShown, false
}

// rule prompt-opening
func TestBadBeginningsAreRejected(t *testing.T) {
	for text, want := range map[string]bool{
		"*He smiles.* Good day to you.":             true,
		"*bows*\n\nGood day.":                       true,
		"(laughing) Well, I never.":                 true,
		"[The lamp goes out] Who is there?":         true,
		"As an AI, I cannot.":                       true,
		"Great question! The sea is deep.":          true,
		"That’s a great question. The sea.":         true,
		"\"I'm sorry, but I can't\" is what I say.": true,
		"My dear friend, the sea is deep.":          true,
		"my dear friend, the — well.":               true,
		"*Never* trust a calm sea.":                 false,
		"**Never.** I said so.":                     false,
		"(which is to say, none) is the answer.":    false,
		"(1) is a number.":                          false,
		"As an airman I slept badly.":               false,
		"As I said.":                                false,
		"Great questions deserve great answers.":    false,
		"My dear friend, there you are.":            false,
		"My dear friend, you are late.":             false,
		"M":                                         false,
		"":                                          false,
		"*" + strings.Repeat("a", 200) + "* Good":   false,
	} {
		for _, n := range []int{1, 2, 3, 7, 1000} {
			shown, _, fault := pushAll(newOpeningCheck(historyWithUserLines("Tell me.")), text, n)
			if fault != want {
				t.Errorf("%q in pieces of %d: a fault: %v", text, n, fault)
			}
			if fault && shown != "" || !fault && shown != text {
				t.Errorf("%q in pieces of %d: %q is shown", text, n, shown)
			}
		}
	}
}

// A good beginning is shown as soon as its first word is complete.
// rule prompt-opening
func TestGoodBeginningsAreNotDelayed(t *testing.T) {
	for text, maxDelay := range map[string]int{
		"The sea is deep.":         3,
		"No.":                      1,
		"I never said so.":         2,
		"You ask well.":            1,
		"“Deep”, they say.":        2,
		"Merchants came.":          2,
		"As I told you.":           4,
		"*Never* trust a calm sea": len("*Never* t"),
	} {
		if _, first, _ := pushAll(newOpeningCheck(historyWithUserLines("Tell me.")), text, 1); first > maxDelay {
			t.Errorf("%q is shown after %d characters, want %d", text, first, maxDelay)
		}
	}
}

func TestTheSameQuestionMayGetTheSameAnswer(t *testing.T) {
	repeatedHistory := []llm.Message{{Role: llm.User, Content: "Count."}, {Role: llm.Assistant, Content: "One two three four."}, {Role: llm.User, Content: "Count."}}
	if shown, first, fault := pushAll(newOpeningCheck(repeatedHistory), "One two three four.", 4); fault || shown != "One two three four." || first != 4 {
		t.Errorf("%q after %d bytes, fault %v", shown, first, fault)
	}
}
