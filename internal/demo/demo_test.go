package demo

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"go.uber.org/goleak"

	"colloquy/internal/core"
	"colloquy/internal/llm"
	"colloquy/internal/llm/llmtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestResponderConforms(t *testing.T) {
	req := llmtest.NewRequest("How does the lamp work?")
	req.Persona = readPersona(t, "holt")
	llmtest.RunConformance(t, req, func(*testing.T) llm.Provider { return New(Options{}) })
}

func TestResponderConformsAtPace(t *testing.T) {
	req := llmtest.NewRequest("How does the lamp work?")
	req.Persona = readPersona(t, "holt")
	llmtest.RunConformance(t, req, func(*testing.T) llm.Provider { return New(Options{Pace: Pace{FirstPause: 1, WordPause: 1}}) })
}

func TestRequestWithoutPersonaFails(t *testing.T) {
	for _, p := range []*core.Persona{nil, {}} {
		for _, task := range []llm.Task{llm.Reply, llm.Suggest} {
			req := llm.Request{Task: task, Persona: p, Messages: []llm.Message{{Role: llm.User, Content: "Hello"}}}
			a, err := llmtest.Collect(t.Context(), New(Options{}), req)
			if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != llm.ErrBadRequest || a.Text != "" {
				t.Errorf("got %q, %v", a.Text, err)
			}
		}
	}
}

func TestPersonaWithOnlyANameAnswers(t *testing.T) {
	c := startConversation(t, &core.Persona{Name: "Nobody Much"}, "bare")
	for _, line := range []string{"Hello", "Who are you?", "tell me more", "What is salt?", "I feel sad", "thanks", "what can I ask?", "no", "yes", "bye", "Hola, quien eres", ""} {
		if reply := c.say(line); strings.TrimSpace(reply) == "" {
			t.Errorf("%q gets no answer", line)
		}
	}
	if got := c.suggestions(); got != nil {
		t.Errorf("suggestions out of nothing: %q", got)
	}
}

func TestSameConversationSameReply(t *testing.T) {
	playTalk := func() string {
		c := startConversation(t, readPersona(t, "holt"), "same")
		var b strings.Builder
		for _, line := range []string{"Hello", "who are you?", "what is salt?", "why?", "I feel sad", "hm", "thank you", "What do you read out here?"} {
			b.WriteString(c.say(line) + "\n")
		}
		return b.String()
	}
	if a, b := playTalk(), playTalk(); a != b {
		t.Errorf("two runs differ:\n%s\n%s", a, b)
	}
}

func TestConversationsGetDifferentReplies(t *testing.T) {
	seenReplies := map[string]bool{}
	for _, id := range strings.Fields("a b c d e f g h i j k l") {
		seenReplies[startConversation(t, readPersona(t, "holt"), id).say("What is your favourite colour?")] = true
	}
	if len(seenReplies) < 3 {
		t.Errorf("twelve chats had %d different answers", len(seenReplies))
	}
}

func TestPiecesJoinToTheReply(t *testing.T) {
	for _, text := range []string{"", "One", "One two.", "Two  spaces,\nand a line\n\nand more ", " lead"} {
		pieces := splitPieces(llm.Reply, text)
		if got := strings.Join(pieces, ""); got != text {
			t.Errorf("%q comes back as %q", text, got)
		}
		for _, p := range pieces[:max(len(pieces)-1, 0)] {
			if !strings.HasSuffix(p, " ") && !strings.HasSuffix(p, "\n") {
				t.Errorf("the piece %q of %q has no space behind it", p, text)
			}
		}
	}
}

func TestPauseFollowsWordsAndPunctuation(t *testing.T) {
	pace := Pace{FirstPause: 350, WordPause: 10}
	pieces := []string{"Well, ", "I ", "saw ", "it. ", "“So!” ", "he ", "said "}
	want := []time.Duration{350, 30, 10, 10, 50, 50, 10}
	for i := range pieces {
		if got := pace.pauseBefore(pieces, i); got != want[i] {
			t.Errorf("before %q: %d, want %d", pieces[i], got, want[i])
		}
	}
}

func TestPaceTakesItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		req := llmtest.NewRequest("How does the lamp work?")
		req.Persona = readPersona(t, "holt")
		start := time.Now()
		var firstWordDelay time.Duration
		n := 0
		for d, err := range New(Options{Pace: SpokenPace}).Stream(t.Context(), req) {
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				firstWordDelay = time.Since(start)
			}
			if d.Text != "" {
				n++
			}
		}
		if firstWordDelay != SpokenPace.FirstPause {
			t.Errorf("the first word came after %v", firstWordDelay)
		}
		if whole := time.Since(start); whole < SpokenPace.FirstPause+time.Duration(n-1)*SpokenPace.WordPause || whole > 10*time.Second {
			t.Errorf("%d words took %v", n, whole)
		}
	})
}

func TestCancelledWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 600*time.Millisecond)
		defer cancel()
		req := llmtest.NewRequest("How does the lamp work?")
		req.Persona = readPersona(t, "holt")
		start := time.Now()
		a, err := llmtest.Collect(ctx, New(Options{Pace: SpokenPace}), req)
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 600*time.Millisecond {
			t.Errorf("ended with %v after %v", err, time.Since(start))
		}
		if a.Text == "" || a.Finish != "" {
			t.Errorf("had come: %+v", a)
		}
	})
}

func TestMaxTokensCutsTheReply(t *testing.T) {
	req := llmtest.NewRequest("How does the lamp work?")
	req.Persona = readPersona(t, "holt")
	req.MaxTokens = 12
	a, err := llmtest.Collect(t.Context(), New(Options{}), req)
	if err != nil || a.Finish != llm.FinishLength || llm.EstimateTokens(a.Text) > 12 || a.Text == "" {
		t.Errorf("%+v, %v", a, err)
	}
	req.MaxTokens = 350
	a, err = llmtest.Collect(t.Context(), New(Options{}), req)
	if err != nil || a.Finish != llm.FinishStop || a.Usage.Output == 0 || a.Usage.Prompt == 0 {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestNotesAreIgnored(t *testing.T) {
	req := llmtest.NewRequest("What is your favourite colour?")
	req.Persona = readPersona(t, "holt")
	replyWithoutNotes := collectReply(t, New(Options{}), req)
	req.Messages[0].OpeningNotes = "From your own pages: how does the lamp work?"
	if replyWithNotes := collectReply(t, New(Options{}), req); replyWithNotes != replyWithoutNotes {
		t.Errorf("%q became %q", replyWithoutNotes, replyWithNotes)
	}
}

func TestContinuesIfThePersonaSpokeLast(t *testing.T) {
	c := startConversation(t, readPersona(t, "holt"), "last")
	c.say("How does the lamp work?")
	if text := collectReply(t, c.provider, c.request(llm.Reply)); !strings.Contains(text, "The lens floats") {
		t.Errorf("goes on with %q", text)
	}
}

func TestIndexCacheIsSafeInParallel(t *testing.T) {
	cache := newIndexCache(2)
	p := readPersona(t, "holt")
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			if cache.get(p) == nil || cache.get(&core.Persona{ID: string(rune('a' + n)), Name: "Somebody"}) == nil {
				t.Error("no index")
			}
		})
	}
	wg.Wait()
}

func TestIndexCacheNoticesAChangedPersona(t *testing.T) {
	cache := newIndexCache(2)
	p := readPersona(t, "holt")
	first := cache.get(p)
	if cache.get(p) != first || cache.get(readPersona(t, "holt")) != first {
		t.Error("the same persona is indexed again")
	}
	changedPersona := readPersona(t, "holt")
	changedPersona.Topics[0].Texts[0] = "Something else entirely."
	if cache.get(changedPersona) == first {
		t.Error("a changed persona has the old index")
	}
	changedPersona = readPersona(t, "holt")
	changedPersona.Reactions.AfterThanks += " Come again."
	if cache.get(changedPersona) == first {
		t.Error("a persona with another reaction has the old index")
	}
	for _, id := range []string{"a", "b", "c"} {
		cache.get(&core.Persona{ID: id, Name: id})
	}
	if len(cache.entriesByPersona) > 2 {
		t.Errorf("%d indexes are kept", len(cache.entriesByPersona))
	}
}

func FuzzReply(f *testing.F) {
	p := readPersona(f, "holt")
	r := New(Options{})
	for _, seed := range []string{"Hello", "I feel \xff bad", "my name is", "“”", "I'm", "n't", ": “", "çılgın İ", "yes", strings.Repeat("lamp ", 400), "I’m\u0301"} {
		f.Add(seed, "what is my name?", "chat")
	}
	f.Fuzz(func(t *testing.T, one, two, id string) {
		msgs := []llm.Message{{Role: llm.Assistant, Content: p.Greeting}}
		for _, line := range []string{one, two} {
			msgs = append(msgs, llm.Message{Role: llm.User, Content: line})
			reply := collectReply(t, r, llm.Request{Persona: p, ConversationID: id, Messages: msgs})
			if strings.TrimSpace(reply) == "" || !utf8.ValidString(reply) {
				t.Fatalf("%q is answered by %q", line, reply)
			}
			msgs = append(msgs, llm.Message{Role: llm.Assistant, Content: reply}, llm.Message{Role: llm.Assistant, Content: two})
		}
	})
}

// BenchmarkReply answers in a conversation of twenty messages. The target is 30 µs.
func BenchmarkReply(b *testing.B) {
	c := startConversation(b, readPersona(b, "holt"), "bench")
	for _, topic := range c.persona.Topics[:5] {
		c.say(topic.Question)
		c.say("tell me more")
	}
	for name, line := range map[string]string{"found": "Is it lonely on the rock?", "missed": "What do you know of Peruvian cheese?", "small": "thank you"} {
		b.Run(name, func(b *testing.B) {
			req := c.request(llm.Reply)
			req.Messages = append(req.Messages, llm.Message{Role: llm.User, Content: line})
			r := c.provider.(*responder)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.composeText(req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
