package prompt

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/llm"
)

var testDate = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

// alternatingTurns returns a history of messages of the character and the user in turn; the first
// is the character's.
func alternatingTurns(lines ...string) []llm.Message {
	talk := make([]llm.Message, len(lines))
	for i, l := range lines {
		talk[i] = llm.Message{Role: llm.Assistant, Content: l}
		if i%2 == 1 {
			talk[i].Role = llm.User
		}
	}
	return talk
}

// mustBuild calls Build and fails the test after an error.
func mustBuild(t interface {
	Helper()
	Fatalf(string, ...any)
}, in Input) llm.Request {
	t.Helper()
	req, err := Build(in)
	if err != nil {
		t.Fatalf("Build: %v", err)
	}
	return req
}

func TestRequestHasSamplingAndConversation(t *testing.T) {
	p := testPersona(t, "archimedes")
	req := mustBuild(t, Input{Persona: p, ChatID: "c1", UserName: "Grace", History: alternatingTurns("Hello?", "Hello.")})
	if req.Task != llm.Reply || req.Persona != p || req.ConversationID != "c1" {
		t.Errorf("task %v, persona %v, chat %q", req.Task, req.Persona, req.ConversationID)
	}
	if req.Temperature != 0.8 || req.TopP != 0.95 || req.MaxTokens != 350 {
		t.Errorf("temperature %v, top_p %v, max %d", req.Temperature, req.TopP, req.MaxTokens)
	}
	req = mustBuild(t, Input{Persona: p, History: alternatingTurns("Hello?", "Hello."), Budget: Budget{MaxOutputTokens: 120}})
	if req.MaxTokens != 120 {
		t.Errorf("max %d, want the budget's", req.MaxTokens)
	}
}

func TestStopStringsNameTheUser(t *testing.T) {
	for name, want := range map[string][]string{
		"Grace":   {"\nGrace:", "\nUser:", "<|im_end|>", "<|im_start|>"},
		"":        {"\nfriend:", "\nUser:", "<|im_end|>", "<|im_start|>"},
		"User":    {"\nUser:", "<|im_end|>", "<|im_start|>", "</s>"},
		" A\n<b>": {"\nA b:", "\nUser:", "<|im_end|>", "<|im_start|>"},
	} {
		if got := StopStrings(name); !slices.Equal(got, want) {
			t.Errorf("Stops(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestHistoryMustEndWithTheUser(t *testing.T) {
	for name, history := range map[string][]llm.Message{
		"empty":                 nil,
		"ends with a reply":     alternatingTurns("Hello?", "Hello.", "Well."),
		"ends with empty reply": alternatingTurns("Hello?", "Hello.", " "),
	} {
		if _, err := Build(Input{Persona: testPersona(t, "archimedes"), History: history}); !errors.Is(err, ErrNoMessage) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTooLongPersonaIsAnError(t *testing.T) {
	p := *testPersona(t, "johannes-kepler")
	p.Voice.Style = strings.Repeat("You measure the heavens. ", 400)
	_, err := Build(Input{Persona: &p, History: alternatingTurns("Hello?", "Hello.")})
	if !errors.Is(err, ErrPersonaTooLong) || !strings.Contains(err.Error(), "johannes-kepler") {
		t.Errorf("got %v", err)
	}
	if _, err := Build(Input{Persona: &p, History: alternatingTurns("Hello?", "Hello."), Budget: Budget{ContextTokens: 32768}}); err != nil {
		t.Errorf("in a large context: %v", err)
	}
}

// The smaller the context, the fewer examples Build keeps. It fails only when none is left.
func TestSmallContextDropsExamples(t *testing.T) {
	p := testPersona(t, "johannes-kepler")
	previousExampleCount := maxExamples
	for context := 8192; ; context -= 64 {
		req, err := Build(Input{Persona: p, History: alternatingTurns("Hello?", "Hello."), Budget: Budget{ContextTokens: context}})
		if err != nil {
			if previousExampleCount != 0 || !errors.Is(err, ErrPersonaTooLong) {
				t.Errorf("with %d examples at %d: %v", previousExampleCount, context, err)
			}
			return
		}
		n := strings.Count(req.System[0], "\nYou answer: ")
		if n > previousExampleCount {
			t.Errorf("%d examples at %d, but %d in a larger context", n, context, previousExampleCount)
		}
		previousExampleCount = n
	}
}

func TestTooLongMessageIsAnError(t *testing.T) {
	in := Input{Persona: testPersona(t, "archimedes"), History: alternatingTurns("Hello?", strings.Repeat("数", 4000))}
	in.Budget.MaxOutputTokens = 3100 // leaves room for nothing but the persona
	if _, err := Build(in); !errors.Is(err, ErrMessageTooLong) {
		t.Errorf("got %v", err)
	}
	in.Budget = Budget{ContextTokens: 8192}
	req, err := Build(in)
	if err != nil || req.Messages[len(req.Messages)-1].Content != strings.Repeat("数", 4000) {
		t.Errorf("in a larger context the message is not whole: %v", err)
	}
}

// User messages without a reply are joined. If the joined message does not fit, only the
// newest message is sent.
func TestUnansweredMessagesAreJoined(t *testing.T) {
	p := testPersona(t, "archimedes")
	userMessage := func(text string) llm.Message { return llm.Message{Role: llm.User, Content: text} }
	req := mustBuild(t, Input{Persona: p, History: []llm.Message{userMessage("One."), userMessage("Two.")}})
	if len(req.Messages) != 1 || req.Messages[0].Content != "One.\n\nTwo." {
		t.Errorf("got %+v", req.Messages)
	}
	var manyMessages []llm.Message
	for range 10 {
		manyMessages = append(manyMessages, userMessage(strings.Repeat("long ", 600)))
	}
	req = mustBuild(t, Input{Persona: p, History: append(manyMessages, userMessage("Two."))})
	if len(req.Messages) != 1 || req.Messages[0].Content != "Two." {
		t.Errorf("got %d messages, last %q", len(req.Messages), req.Messages[len(req.Messages)-1].Content)
	}
}

func TestHalvedHistoryIsShorter(t *testing.T) {
	in := Input{Persona: testPersona(t, "archimedes"), History: longTalk(60)}
	wholeRequest := mustBuild(t, in)
	in.Budget.MustHalveHistory = true
	halvedRequest := mustBuild(t, in)
	if len(halvedRequest.Messages) >= len(wholeRequest.Messages) || len(halvedRequest.Messages) == 0 {
		t.Errorf("%d messages, %d when halved", len(wholeRequest.Messages), len(halvedRequest.Messages))
	}
}

func TestRealTokensPerEstimateIsRoundedUpToTenths(t *testing.T) {
	for ratio, want := range map[float64]float64{0: 1, 1: 1, 1.01: 1.1, 1.1: 1.1, 1.19: 1.2, 0.65: 0.7, 0.01: 0.5, 9: 2} {
		if got := (Budget{RealTokensPerEstimate: ratio}).estimator().RealTokensPerEstimate; got < want-1e-6 || got > want+1e-6 {
			t.Errorf("ratio %v is taken as %v, want %v", ratio, got, want)
		}
	}
}

// longTalk returns n exchanges of usual length.
func longTalk(n int) []llm.Message {
	lines := []string{"Mind the circles. What have you brought me?"}
	for i := range n {
		lines = append(lines,
			"Question "+strings.Repeat("why ", i%17+3)+"so?",
			"Answer: "+strings.Repeat("because the sand is level and the stick is straight ", i%5+1)+".")
	}
	return alternatingTurns(lines[:len(lines)-1]...)
}
