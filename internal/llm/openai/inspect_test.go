package openai_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"colloquy/internal/llm"
	"colloquy/internal/llm/llmtest"
	"colloquy/internal/llm/openai"
)

// serveDocuments starts a server. The keys of answers are "METHOD path", the values are the
// documents that the server sends. lastChatBody gets the body of the last chat request.
func serveDocuments(t *testing.T, answers map[string]string) (address string, lastChatBody *string) {
	t.Helper()
	lastChatBody = new(string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if strings.HasSuffix(r.URL.Path, "/chat/completions") {
			*lastChatBody = string(body)
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, "data: {\"choices\":[{\"delta\":{\"content\":\"Yes.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
			return
		}
		text, ok := answers[r.Method+" "+r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	return server.URL, lastChatBody
}

// rule prompt-variants
func TestLocalServersReportSizeAndContext(t *testing.T) {
	const show = `{"details":{"parameter_size":"3.2B"},"parameters":"stop \"x\"\nnum_ctx   16384","model_info":{"general.parameter_count":3212749888,"llama.context_length":131072}}`
	for name, tt := range map[string]struct {
		model   string
		answers map[string]string
		given   int
		want    llm.ModelInfo
		context int
	}{
		"Ollama":             {"llama3.2", map[string]string{"POST /api/show": show}, 0, llm.ModelInfo{BillionParameters: 3.212749888, ContextTokens: 16384}, 16384},
		"Ollama, loaded":     {"llama3.2", map[string]string{"POST /api/show": show, "GET /api/ps": `{"models":[{"name":"other:latest","context_length":1},{"name":"llama3.2:latest","context_length":8192}]}`}, 0, llm.ModelInfo{BillionParameters: 3.212749888, ContextTokens: 8192}, 8192},
		"Ollama, short":      {"tiny", map[string]string{"POST /api/show": `{"details":{"parameter_size":"494M"}}`}, 0, llm.ModelInfo{BillionParameters: 0.494, ContextTokens: 4096}, 4096},
		"LM Studio":          {"qwen2.5-14b-instruct", map[string]string{"GET /api/v0/models": `{"data":[{"id":"x","max_context_length":1},{"id":"qwen2.5-14b-instruct","max_context_length":32768,"loaded_context_length":12000}]}`}, 0, llm.ModelInfo{BillionParameters: 14, ContextTokens: 12000}, 12000},
		"LM Studio, resting": {"qwen2.5-7b", map[string]string{"GET /api/v0/models": `{"data":[{"id":"qwen2.5-7b","max_context_length":32768}]}`}, 0, llm.ModelInfo{BillionParameters: 7, ContextTokens: 4096}, 4096},
		"llama.cpp":          {"model.gguf", map[string]string{"GET /props": `{"default_generation_settings":{"n_ctx":131072}}`, "GET /v1/models": `{"data":[{"id":"model.gguf","meta":{"n_params":70553706496}}]}`}, 0, llm.ModelInfo{BillionParameters: 70.553706496, ContextTokens: 131072}, 32768},
		"configured context": {"llama3.2", map[string]string{"POST /api/show": show}, 9000, llm.ModelInfo{BillionParameters: 3.212749888, ContextTokens: 9000}, 9000},
		"another program":    {"mixtral-8x7b", map[string]string{"GET /props": `{}`, "GET /api/ps": `[]`}, 0, llm.ModelInfo{BillionParameters: 56, ContextTokens: 4096}, 4096},
	} {
		t.Run(name, func(t *testing.T) {
			address, _ := serveDocuments(t, tt.answers)
			c, err := openai.New(openai.Config{BaseURL: address, Model: tt.model, ContextTokens: tt.given})
			if err != nil {
				t.Fatal(err)
			}
			c.Inspect(t.Context())
			if got := llm.Info(c); got != tt.want || c.ContextTokens() != tt.context {
				t.Errorf("%+v with %d tokens, want %+v with %d", got, c.ContextTokens(), tt.want, tt.context)
			}
		})
	}
}

func TestModelSizeIsReadFromItsName(t *testing.T) {
	for model, want := range map[string]float64{
		"gpt-4o": 0, "llama3.2:1b": 1, "Qwen2.5-0.5B-Instruct": 0.5, "gemma3n:e4b": 4, "gpt-oss-120b": 120, "phi3:3.8b-mini": 3.8, "web2b2c": 0,
	} {
		c, err := openai.New(openai.Config{BaseURL: "https://models.example", Model: model})
		if err != nil {
			t.Fatal(err)
		}
		if got := llm.Info(c); got != (llm.ModelInfo{BillionParameters: want}) {
			t.Errorf("%s: %+v", model, got)
		}
	}
}

// rule prompt-sampling
func TestLocalServersGetSamplingSettings(t *testing.T) {
	address, chat := serveDocuments(t, map[string]string{"GET /props": `{"default_generation_settings":{"n_ctx":8192}}`})
	c, err := openai.New(openai.Config{BaseURL: address, Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	sentBody := func(req llm.Request) string {
		for _, err := range c.Stream(t.Context(), req) {
			if err != nil {
				t.Fatal(err)
			}
		}
		return *chat
	}
	req := llmtest.NewRequest("Good day")
	if got := sentBody(req); !strings.Contains(got, `"min_p":0.05,"repeat_penalty":1.05`) || strings.Contains(got, "dry") {
		t.Errorf("an unknown local server is sent %s", got)
	}
	c.Inspect(t.Context())
	req.MinP, req.RepeatPenalty = 0.1, 1.2
	if got := sentBody(req); !strings.Contains(got, `"min_p":0.1,"repeat_penalty":1.2,"dry_multiplier":0.8`) {
		t.Errorf("llama.cpp is sent %s", got)
	}
}
