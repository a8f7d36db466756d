package openai_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/llm/fake"
	"colloquy/internal/llm/llmtest"
	"colloquy/internal/llm/openai"
)

const localURL = "http://127.0.0.1:11434"

// countLoadingDeltas returns how many deltas say that the model is loading, and the text of the
// answer.
func countLoadingDeltas(ctx context.Context, p llm.Provider) (n int, text string, err error) {
	for d, e := range p.Stream(ctx, llmtest.NewRequest("Good day")) {
		if d.WaitReason == llm.LoadingModel {
			n++
		}
		text += d.Text
		err = e
	}
	return n, text, err
}

// A model that loads for three minutes is reported as loading, and the client waits for
// it. A hung model is not waited for.
func TestLoadingIsDistinguishedFromHanging(t *testing.T) {
	threeMinutes := fake.Pause(3 * time.Minute)
	for name, tt := range map[string]struct {
		script fake.Script
		url    string
		waits  int
		fails  bool
		after  time.Duration
	}{
		"llama.cpp loads":          {fake.Script{Dialect: fake.LlamaCpp, LoadTime: threeMinutes}, localURL, 1, false, 3 * time.Minute},
		"llama.cpp, far away":      {fake.Script{Dialect: fake.LlamaCpp, LoadTime: threeMinutes}, "https://models.example", 1, false, 3 * time.Minute},
		"llama.cpp loads for ever": {fake.Script{Dialect: fake.LlamaCpp, LoadTime: fake.Pause(time.Hour)}, localURL, 1, true, 5 * time.Minute},
		"Ollama loads":             {fake.Script{Dialect: fake.Ollama, LoadTime: threeMinutes}, localURL, 1, false, 3 * time.Minute},
		"Ollama loads for ever":    {fake.Script{Dialect: fake.Ollama, LoadTime: fake.Pause(time.Hour)}, localURL, 1, true, 5 * time.Minute},
		"LM Studio loads":          {fake.Script{Dialect: fake.LMStudio, LoadTime: threeMinutes}, localURL, 1, false, 3 * time.Minute},
		"llama.cpp hangs":          {fake.Script{Dialect: fake.LlamaCpp, Fault: fake.Fault{Kind: fake.Silent}}, localURL, 0, true, 15 * time.Second},
		"Ollama hangs":             {fake.Script{Dialect: fake.Ollama, Fault: fake.Fault{Kind: fake.Silent}}, localURL, 0, true, 15 * time.Second},
		"LM Studio hangs":          {fake.Script{Dialect: fake.LMStudio, Fault: fake.Fault{Kind: fake.Silent}}, localURL, 0, true, 15 * time.Second},
		"Ollama loads, then hangs": {fake.Script{Dialect: fake.Ollama, LoadTime: threeMinutes, Fault: fake.Fault{Kind: fake.Hang, AfterPieces: 2}}, localURL, 1, true, 200 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := new(fake.Server)
				s.SetScript(tt.script)
				c := newClient(t, s, openai.Config{BaseURL: tt.url, Model: "fake-1"})
				startTime := time.Now()
				n, text, err := countLoadingDeltas(t.Context(), c)
				took := time.Since(startTime)
				if n != tt.waits || (err != nil) != tt.fails || err == nil && text == "" || took < tt.after || took > tt.after+2*time.Second {
					t.Errorf("%d waits, %q, %v after %v", n, text, err, took)
				}
			})
		})
	}
}

// Requests that come during a load also wait until the load ends. Ollama lists a model from the
// beginning of its load, so the list does not show that the load still runs.
func TestAllRequestsWaitForOneLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := new(fake.Server)
		s.SetScript(fake.Script{Dialect: fake.Ollama, LoadTime: fake.Pause(time.Minute)})
		c := newClient(t, s, openai.Config{BaseURL: localURL, Model: "fake-1"})
		var wg sync.WaitGroup
		for i := range 5 {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * 5 * time.Second)
				if n, text, err := countLoadingDeltas(t.Context(), c); n != 1 || text == "" || err != nil {
					t.Errorf("caller %d: %d waits, %q, %v", i, n, text, err)
				}
			})
		}
		wg.Wait()
		if n, _, err := countLoadingDeltas(t.Context(), c); n != 0 || err != nil {
			t.Errorf("loaded: %d waits, %v", n, err)
		}
	})
}

func TestCancelEndsTheWaitForALoad(t *testing.T) {
	for _, dialect := range []fake.Dialect{fake.LlamaCpp, fake.Ollama} {
		synctest.Test(t, func(t *testing.T) {
			s := new(fake.Server)
			s.SetScript(fake.Script{Dialect: dialect, LoadTime: fake.Pause(time.Hour)})
			c := newClient(t, s, openai.Config{BaseURL: localURL, Model: "fake-1"})
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			startTime := time.Now()
			if _, _, err := countLoadingDeltas(ctx, c); !errors.Is(err, context.DeadlineExceeded) || time.Since(startTime) != 20*time.Second {
				t.Errorf("%s: %v after %v", dialect, err, time.Since(startTime))
			}
			for d := range c.Stream(t.Context(), llmtest.NewRequest("a")) {
				if d.WaitReason == "" {
					t.Errorf("%s: %+v", dialect, d)
				}
				break
			}
		})
	}
}
