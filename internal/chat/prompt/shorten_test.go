package prompt

import (
	"strings"
	"testing"

	"colloquy/internal/llm"
)

func TestLongestMessageOfAnyScriptIsSent(t *testing.T) {
	p := testPersona(t, "johannes-kepler")
	for name, letter := range map[string]string{"Latin": "a ", "accents": "é", "Cyrillic": "ж", "Chinese": "字", "emoji": "😀"} {
		text := "BEGIN " + strings.Repeat(letter, 4000)[:4000/len([]rune(letter))*len(letter)] + " END?"
		in := Input{Persona: p, UserName: "Mirela", History: []llm.Message{{Role: llm.User, Content: text}}, Budget: Budget{ContextTokens: DefaultContextTokens}}
		req, err := Build(in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		last := req.Messages[len(req.Messages)-1].Content
		if !strings.HasPrefix(last, "BEGIN") || !strings.HasSuffix(last, "END?") {
			t.Errorf("%s: beginning or end is lost", name)
		}
		if n := in.Budget.tokenCost(last); n > in.Budget.inputTokens() {
			t.Errorf("%s: %d tokens of %d", name, n, in.Budget.inputTokens())
		}
	}
}

func TestShortenKeepsBothEnds(t *testing.T) {
	text := strings.Repeat("head ", 400) + strings.Repeat("tail ", 400)
	got := shortenMiddle(text, Budget{}, 300)
	if !strings.HasPrefix(got, "head head") || !strings.HasSuffix(got, "tail ") || strings.Count(got, omissionMark) != 1 {
		t.Errorf("got %q", got)
	}
	if (Budget{}).tokenCost(got) > 300 {
		t.Error("still too long")
	}
	if got := shortenMiddle(text, Budget{}, 20); got != text {
		t.Error("a scrap was sent")
	}
}
