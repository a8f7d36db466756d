package prompt

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/llm"

	"pgregory.net/rapid"
)

// messageParts are the parts of generated messages.
var messageParts = []string{
	"the Engine", "why", "数学は面白い", "Wie geht es dir", "what date is it", "tell me of mars and snow", "🙂", "\n", " ", "crown gold", "café",
	"<stage_notes>", "</stage_notes>", "<stage_", "notes>", "< / STAGE_NOTES >", "<|im_start|>", "<|im_end|>", "</s>", "<s>", "[INST]", "[/inst]",
	"<<SYS>>", "<</SYS>>", "</system>", "<user>", "a < b > c", "[1]", "<|", "|>",
}

var anyMessageText = rapid.Custom(func(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(messageParts), 0, 16).Draw(t, "scraps"), rapid.SampledFrom([]string{"", " "}).Draw(t, "glue"))
})

// anyTalk generates messages in any order of roles. The last message is the user's.
var anyTalk = rapid.Custom(func(t *rapid.T) []llm.Message {
	role := rapid.SampledFrom([]llm.Role{llm.User, llm.Assistant, llm.User, llm.Assistant, "tool"})
	var talk []llm.Message
	for range rapid.IntRange(0, 24).Draw(t, "length") {
		talk = append(talk, llm.Message{Role: role.Draw(t, "role"), Content: anyMessageText.Draw(t, "line")})
	}
	return append(talk, llm.Message{Role: llm.User, Content: anyMessageText.Draw(t, "last")})
})

var anyBudget = rapid.Custom(func(t *rapid.T) Budget {
	return Budget{
		ContextTokens:         rapid.IntRange(3200, 9000).Draw(t, "context"),
		MaxOutputTokens:       rapid.SampledFrom([]int{0, 120, 700}).Draw(t, "output"),
		RealTokensPerEstimate: rapid.SampledFrom([]float64{0, 0.7, 1, 1.31}).Draw(t, "ratio"),
		MustHalveHistory:      rapid.Bool().Draw(t, "halve"),
	}
})

var anyMemory = rapid.Custom(func(t *rapid.T) CharacterMemory {
	return CharacterMemory{
		UserCard: anyMessageText.Draw(t, "card"), Summary: anyMessageText.Draw(t, "summary"),
		Facts: rapid.SliceOfN(anyMessageText, 0, 20).Draw(t, "facts"),
	}
})

var anyName = rapid.SampledFrom([]string{"", "Grace", "{{char}}", "<|im_start|>", "a\nb", "</stage_notes>", "Ünal", strings.Repeat("n", 80)})

var (
	anyFence       = regexp.MustCompile(`(?i)<\s*/?\s*stage_notes`)
	anyPlaceholder = regexp.MustCompile(`(?i)\{\{\s*(char|user|original)\s*\}\}|<(bot|user)>`)
)

func goldenPersonas(t testing.TB) (all []*core.Persona) {
	for _, slug := range goldenSlugs {
		all = append(all, testPersona(t, slug))
	}
	return all
}

func TestEveryRequestIsWellFormedAndWithinBudget(t *testing.T) {
	personas := goldenPersonas(t)
	rapid.Check(t, func(t *rapid.T) {
		in := Input{
			Persona: rapid.SampledFrom(personas).Draw(t, "persona"), UserName: anyName.Draw(t, "name"),
			History: anyTalk.Draw(t, "talk"), Budget: anyBudget.Draw(t, "budget"), Now: testDate,
			Variant: rapid.SampledFrom(variants).Draw(t, "variant"), Memory: anyMemory.Draw(t, "memory"), Guidance: anyMessageText.Draw(t, "wish"),
		}
		req := mustBuild(t, in)
		checkWithinBudget(t, in.Budget, req)
		checkWellFormed(t, req)
		last := req.Messages[len(req.Messages)-1]
		if want := textWithoutControlTokens(in.History[len(in.History)-1].Content); !strings.HasSuffix(last.Content, want) {
			t.Fatalf("last message %q does not end with the user's words %q", last.Content, want)
		}
		otherInput := in
		otherInput.UserName, otherInput.History = "Somebody Else", alternatingTurns("Well?", "Something else.")
		if mustBuild(t, otherInput).System[0] != req.System[0] {
			t.Fatalf("System[0] depends on the user")
		}
	})
}

// checkWithinBudget checks the size of a request.
func checkWithinBudget(t *rapid.T, b Budget, req llm.Request) {
	contextTokens := b.ContextTokens
	availableTokens := int(float64(contextTokens)*0.95) - req.MaxTokens
	if n := (llm.Estimator{RealTokensPerEstimate: b.RealTokensPerEstimate}).RequestTokens(req); n > availableTokens {
		t.Fatalf("request takes %d tokens of %d", n, availableTokens)
	}
	last := req.Messages[len(req.Messages)-1]
	if n := (llm.Estimator{RealTokensPerEstimate: b.RealTokensPerEstimate}).TextTokens(last.OpeningNotes + last.ClosingNotes); n > Bridge.settings().notesTokens+maxFactTokens+50 {
		t.Fatalf("notes take %d tokens", n)
	}
}

// checkWellFormed checks roles, fences and placeholders.
func checkWellFormed(t *rapid.T, req llm.Request) {
	for i, m := range req.Messages {
		if i > 0 && (m.Role == llm.User) == (req.Messages[i-1].Role == llm.User) {
			t.Fatalf("message %d has the role of the one before", i)
		}
		if strings.TrimSpace(m.Content) == "" {
			t.Fatalf("message %d is empty", i)
		}
		if anyFence.MatchString(m.Content) || fenceOrRoleTokenPattern.MatchString(m.Content) {
			t.Fatalf("message %d holds a fence or role token: %q", i, m.Content)
		}
		if m.OpeningNotes+m.ClosingNotes != "" && i != len(req.Messages)-1 {
			t.Fatalf("message %d has notes", i)
		}
		if m.OpeningNotes != "" && m.ClosingNotes != "" {
			t.Fatal("notes before and after the user's words")
		}
		if n := m.OpeningNotes + m.ClosingNotes; n != "" && (!strings.HasPrefix(n, fenceOpen+"\n") || !strings.HasSuffix(n, "\n"+fenceClose) || len(anyFence.FindAllString(n, -1)) != 2) {
			t.Fatalf("notes not fenced: %q", n)
		}
		if anyPlaceholder.MatchString(m.OpeningNotes) {
			t.Fatalf("placeholder in notes %q", m.OpeningNotes)
		}
	}
	if len(req.System) != 2 || anyPlaceholder.MatchString(strings.Join(req.System, "\n")) {
		t.Fatalf("system: %q", req.System)
	}
	for line := range strings.SplitSeq(req.System[1], "\n") {
		if fenceOrRoleTokenPattern.MatchString(line) || strings.Count(line, "\"") != 2 {
			t.Fatalf("the user's text is not one quoted line: %q", line)
		}
	}
	for i, m := range req.MergedMessages() {
		if i > 0 && m.Role == req.MergedMessages()[i-1].Role {
			t.Fatalf("turn %d, with the samples, has the role of the one before", i)
		}
	}
	if n := len(req.Samples); n > 0 && req.Samples[n-1].Role == req.Messages[0].Role {
		t.Fatalf("the samples end with the role of the first message")
	}
	if len(req.Stop) > 4 {
		t.Fatalf("%d stops", len(req.Stop))
	}
}

// messageTextsWithRoles returns role and Content of each message. Later requests repeat these, but not
// Message.Notes.
func messageTextsWithRoles(req llm.Request) (out []string) {
	for _, m := range req.Messages {
		out = append(out, string(m.Role)+": "+m.Content)
	}
	return out
}

// Until an eviction, a request begins with all texts of the previous request, without the notes of
// the previous request. After an eviction the history uses at most keptHistoryShare of the tokens
// that the history may use. So the next eviction is many turns later.
func TestConsecutiveTurnsShareTheirPrefix(t *testing.T) {
	personas := goldenPersonas(t)
	rapid.Check(t, func(t *rapid.T) {
		in := Input{
			Persona: rapid.SampledFrom(personas).Draw(t, "persona"), UserName: "Grace", Budget: Budget{ContextTokens: rapid.IntRange(2800, 4000).Draw(t, "context")},
			Variant: rapid.SampledFrom(variants).Draw(t, "variant"), Memory: CharacterMemory{UserCard: "A nurse.", Summary: "They spoke of Mars."},
		}
		wordCounts := rapid.IntRange(1, 99)
		in.History = alternatingTurns(in.Persona.Greeting)
		var previousRequest llm.Request
		for turn := range 25 {
			in.History = append(in.History, llm.Message{Role: llm.User, Content: strings.Repeat("why ", wordCounts.Draw(t, "ask")) + "so?"})
			in.Memory.Facts = append(in.Memory.Facts, anyMessageText.Draw(t, "fact"))
			req := mustBuild(t, in)
			checkWithinBudget(t, in.Budget, req)
			if turn > 0 && !slices.Equal(req.System, previousRequest.System) {
				t.Fatalf("the system parts changed at turn %d", turn)
			}
			if turn > 0 && !slices.Equal(req.Samples, previousRequest.Samples) && previousRequest.Messages[0].Role == req.Messages[0].Role {
				t.Fatalf("the samples changed at turn %d", turn)
			}
			if now, then := messageTextsWithRoles(req), messageTextsWithRoles(previousRequest); !hasPrefix(now, then) {
				if !beginsWithSuffixOf(then, now) || req.Messages[0].Role != llm.User {
					t.Fatalf("turn %d: no later part of\n%q\nbegins\n%q", turn, then, now)
				}
				if availableTokens, used := historyTokenCounts(in, req); used > int(float64(availableTokens)*keptHistoryShare) {
					t.Fatalf("turn %d: the talk takes %d tokens of %d after an eviction", turn, used, availableTokens)
				}
			}
			previousRequest = req
			in.History = append(in.History, llm.Message{Role: llm.Assistant, Content: strings.Repeat("because ", wordCounts.Draw(t, "answer"))})
		}
	})
}

// historyTokenCounts returns how many tokens the history of a request may use, and how many it
// uses.
func historyTokenCounts(in Input, req llm.Request) (availableTokens, usedTokens int) {
	b := in.Budget
	b.MaxOutputTokens = req.MaxTokens
	for _, m := range req.Messages {
		usedTokens += b.tokenCost(m.Content)
	}
	return b.historyTokens(b.inputTokens() - b.tokenCost(req.System[0]) - b.tokenCost(req.System[1]) - b.maxSamplesTokens(in.Variant)), usedTokens
}

func hasPrefix(all, prefix []string) bool {
	return len(all) >= len(prefix) && slices.Equal(all[:len(prefix)], prefix)
}

// beginsWithSuffixOf reports whether the list `now` begins with before[i:] for an index i of at
// least 1.
func beginsWithSuffixOf(before, now []string) bool {
	for cut := 1; cut < len(before); cut++ {
		if hasPrefix(now, before[cut:]) {
			return true
		}
	}
	return false
}
