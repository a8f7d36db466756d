package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
)

// sizedModel is a local model server that reports the size of its model. It records the last
// prompt.
type sizedModel struct {
	modelSize  string
	mu         sync.Mutex
	lastPrompt string
}

func (m *sizedModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	switch r.URL.Path {
	case "/api/show":
		_, _ = io.WriteString(w, `{"details":{"parameter_size":"`+m.modelSize+`"},"parameters":"num_ctx 16384"}`)
	case "/v1/chat/completions":
		if !strings.Contains(string(body), "say next") {
			m.mu.Lock()
			m.lastPrompt = string(body)
			m.mu.Unlock()
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: {\"choices\":[{\"delta\":{\"content\":\"The sea is deep.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	default:
		http.NotFound(w, r)
	}
}

// The form of the prompt follows the reported size, and the setting overrides it.
// rule prompt-variants
func TestFormOfThePromptFollowsTheModel(t *testing.T) {
	for name, tt := range map[string]struct{ modelSize, setting, mark string }{
		"under 4B":   {"3.2B", "auto", "Say only what the pages"},
		"8B":         {"8.0B", "auto", "Facts you may use:"},
		"70B":        {"70.6B", "auto", "# Who you are"},
		"overridden": {"3.2B", "frontier", "# Who you are"},
	} {
		t.Run(name, func(t *testing.T) {
			model := &sizedModel{modelSize: tt.modelSize}
			server := httptest.NewServer(model)
			t.Cleanup(server.Close)
			e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) {
				o.Model = nil
				o.Config.LLMURL, o.Config.LLMModel, o.Config.ModelPrompt = server.URL, "m", tt.setting
			})
			ada := e.NewUser("Ada")
			opensTalkInDemoMode(ada)
			if s := ada.Send("ada-lovelace", "Good day to you", "").ReadAll(); s.Text != "The sea is deep." {
				t.Fatalf("%q, %s", s.Text, s.Status)
			}
			model.mu.Lock()
			defer model.mu.Unlock()
			if !strings.Contains(model.lastPrompt, tt.mark) {
				t.Errorf("the prompt lacks %q: %.600s", tt.mark, model.lastPrompt)
			}
		})
	}
}
