package fake_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/llm/fake"
)

// post sends a chat request to the fake server, without a network connection. post returns the
// status and the body.
func post(t *testing.T, s *fake.Server, path, body string) (int, string) {
	t.Helper()
	return sendRequest(t, s, http.MethodPost, path, body)
}

func sendRequest(t *testing.T, s *fake.Server, method, path, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://fake.test"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := s.Transport().RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(got)
}

const askBody = `{"model":"m","messages":[{"role":"system","content":"Be Ada."},{"role":"user","content":"notes\nHow are you?"}]}`

func TestDefaultAnswerIsAWholeStream(t *testing.T) {
	s := new(fake.Server)
	status, body := post(t, s, "/v1/chat/completions", askBody)
	for _, part := range []string{`"role":"assistant"`, `"content":"How "`, `"finish_reason":"stop"`, `"usage":{`, "data: [DONE]\n\n"} {
		if status != 200 || !strings.Contains(body, part) {
			t.Errorf("%d, no %s in %s", status, part, body)
		}
	}
	if strings.Contains(body, "notes") {
		t.Error("the answer repeats more than the last line")
	}
	_, body = post(t, s, "/v1/messages", `{"system":[{"type":"text","text":"Be Ada."}],"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}`)
	if !strings.Contains(body, "event: message_stop") || !strings.Contains(body, `"text":"Hi "`) {
		t.Error(body)
	}
}

func TestSuggestionsAreRecognised(t *testing.T) {
	s := new(fake.Server)
	s.SetScript(fake.Script{Fault: fake.Fault{Kind: fake.ErrorStatus, Status: 500}})
	s.Queue(fake.Script{Pieces: []string{"queued"}})
	suggestBody := `{"messages":[{"role":"user","content":"Three things you Could Say Next"}]}`
	if status, body := post(t, s, "/v1/chat/completions", suggestBody); status != 200 || strings.Count(body, `\n"`) != 2 {
		t.Error(status, body)
	}
	s.SetSuggestScript(fake.Script{Pieces: []string{"mine"}})
	if _, body := post(t, s, "/v1/chat/completions", suggestBody); !strings.Contains(body, "mine") {
		t.Error(body)
	}
	if _, body := post(t, s, "/v1/chat/completions", askBody); !strings.Contains(body, "queued") {
		t.Error("the queue was used for a suggestion:", body)
	}
	if status, _ := post(t, s, "/v1/chat/completions", askBody); status != 500 {
		t.Error(status)
	}
	if calls := s.Calls(); len(calls) != 4 || !calls[0].AsksForSuggestions || calls[2].AsksForSuggestions || calls[3].N != 4 {
		t.Errorf("%+v", calls)
	}
}

func TestEveryDialectSendsJSONInFrames(t *testing.T) {
	for _, d := range append(fake.OpenAIDialects(), fake.Anthropic) {
		s := new(fake.Server)
		s.SetScript(fake.Script{Dialect: d, Pieces: []string{"a\"\n", "b"}, Reasoning: []string{"r"}})
		path := "/v1/chat/completions"
		if d == fake.Anthropic {
			path = "/v1/messages"
		}
		_, body := post(t, s, path, askBody)
		for line := range strings.Lines(body) {
			data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: ")
			if ok && data != "[DONE]" && !json.Valid([]byte(data)) {
				t.Errorf("%s: %s", d, data)
			}
		}
		for _, status := range []int{400, 401, 500} {
			s.SetScript(fake.Script{Dialect: d, Fault: fake.Fault{Kind: fake.ErrorStatus, Status: status, Param: "stop"}})
			if got, body := post(t, s, path, askBody); got != status || !json.Valid([]byte(body)) {
				t.Errorf("%s: %d %s", d, got, body)
			}
		}
	}
}

func TestPiecesComeAtTheirPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := new(fake.Server)
		s.SetScript(fake.Script{GeneratedWordCount: 20, FirstDelay: fake.Pause(time.Second), PieceDelay: fake.Pause(50 * time.Millisecond)})
		startTime := time.Now()
		_, body := post(t, s, "/v1/chat/completions", askBody)
		if took := time.Since(startTime); took != 1950*time.Millisecond || !strings.Contains(body, "word19 ") {
			t.Errorf("took %v: %s", took, body)
		}
		if c := s.Calls()[0]; c.Outcome != fake.Finished || c.SentPieceCount != 20 || c.Took != 1950*time.Millisecond {
			t.Errorf("%+v", c)
		}
	})
}

func TestCancellationIsRecorded(t *testing.T) {
	for name, script := range map[string]fake.Script{
		"silent":  {Fault: fake.Fault{Kind: fake.Silent}},
		"hanging": {Fault: fake.Fault{Kind: fake.Hang, AfterPieces: 1}},
		"paced":   {GeneratedWordCount: 1000, PieceDelay: fake.Pause(time.Second)},
	} {
		t.Run(name, func(t *testing.T) {
			s := new(fake.Server)
			s.SetScript(script)
			srv := httptest.NewServer(s)
			defer srv.Close()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if name == "silent" {
				time.AfterFunc(20*time.Millisecond, cancel)
			}
			r, _ := http.NewRequestWithContext(ctx, http.MethodPost, srv.URL+"/v1/chat/completions", strings.NewReader(askBody))
			resp, err := http.DefaultClient.Do(r)
			if err == nil {
				_, _ = bufio.NewReader(resp.Body).ReadString('\n')
				cancel()
				resp.Body.Close()
			}
			call := <-s.CancelledCalls()
			if call.Outcome != fake.Cancelled || call.Took <= 0 || s.RunningCount() != 0 {
				t.Errorf("%+v", call)
			}
		})
	}
}

func TestCancellationInProcessIsReported(t *testing.T) {
	s := new(fake.Server)
	s.SetScript(fake.Script{Fault: fake.Fault{Kind: fake.Silent}})
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, http.MethodPost, "http://fake.test/v1/chat/completions", strings.NewReader(askBody))
	if _, err := s.Transport().RoundTrip(r); err == nil {
		t.Error("an answer came")
	}
	<-s.CancelledCalls()
}

func TestManyCancellationsKeepTheLast(t *testing.T) {
	s := new(fake.Server)
	s.SetScript(fake.Script{Fault: fake.Fault{Kind: fake.Silent}})
	cancelledCtx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 1030 {
		r := httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(askBody))
		s.ServeHTTP(httptest.NewRecorder(), r.WithContext(cancelledCtx))
	}
	if got := (<-s.CancelledCalls()).N; got != 7 {
		t.Errorf("the oldest kept is %d", got)
	}
	s.ForgetEndedCalls()
	if len(s.Calls()) != 0 {
		t.Error("not forgotten")
	}
}

func TestCutBreaksTheConnection(t *testing.T) {
	s := new(fake.Server)
	s.SetScript(fake.Script{Fault: fake.Fault{Kind: fake.CutConnection, AfterPieces: 1}})
	srv := httptest.NewServer(s)
	defer srv.Close()
	resp, err := http.Post(srv.URL+"/v1/chat/completions", "application/json", strings.NewReader(askBody))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.ReadAll(resp.Body); err == nil {
		t.Error("the body ended cleanly")
	}
}

func TestServerIsControlledOverHTTP(t *testing.T) {
	s := new(fake.Server)
	for _, step := range []struct {
		method, path, body string
		status             int
		answer             string
	}{
		{"PUT", "/fake/script", `{"dialect":"groq","pieces":["from afar"],"every":"1ms","fault":{"kind":"eof","after":9}}`, 204, ""},
		{"POST", "/v1/chat/completions", askBody, 200, "from afar"},
		{"POST", "/fake/queue", `[{"fault":{"kind":"status","status":429,"retry_after":"1"}}]`, 204, ""},
		{"POST", "/v1/chat/completions", askBody, 429, "refused"},
		{"PUT", "/fake/suggest", `{"pieces":["this"]}`, 204, ""},
		{"GET", "/fake/calls", ``, 200, `"outcome":"finished"`},
		{"DELETE", "/fake/calls", ``, 204, ""},
		{"GET", "/fake/calls", ``, 200, `[]`},
		{"PUT", "/fake/script", `{"every":"soon"}`, 400, "error"},
		{"PUT", "/fake/script", `{`, 400, "error"},
		{"GET", "/nowhere", ``, 404, "not_found"},
		{"POST", "/v1/chat/completions", `{`, 400, "invalid_request_error"},
		{"GET", "/health", ``, 200, `"ok"`},
		{"GET", "/api/version", ``, 200, `"version"`},
		{"GET", "/v1/models", ``, 200, `"fake-1"`},
	} {
		status, body := sendRequest(t, s, step.method, step.path, step.body)
		if status != step.status || !strings.Contains(body, step.answer) {
			t.Errorf("%s %s: %d %s", step.method, step.path, status, body)
		}
	}
}

func TestPauseIsReadFromJSONText(t *testing.T) {
	out, err := json.Marshal(fake.Script{PieceDelay: fake.Pause(50 * time.Millisecond)})
	if err != nil || !strings.Contains(string(out), `"every":"50ms"`) {
		t.Errorf("%s, %v", out, err)
	}
}

func TestFinishLoadAnswersRequestsThatWait(t *testing.T) {
	for _, dialect := range []fake.Dialect{fake.Ollama, fake.LMStudio} {
		synctest.Test(t, func(t *testing.T) {
			s := new(fake.Server)
			s.SetScript(fake.Script{Dialect: dialect, LoadTime: fake.Pause(time.Hour)})
			startTime := time.Now()
			time.AfterFunc(time.Minute, s.FinishLoad)
			for range 2 {
				if status, _ := post(t, s, "/v1/chat/completions", askBody); status != 200 || time.Since(startTime) != time.Minute {
					t.Errorf("%s: status %d after %v", dialect, status, time.Since(startTime))
				}
			}
		})
	}
}

func TestFinishLoadEndsRefusalsOfLlamaCpp(t *testing.T) {
	s := new(fake.Server)
	s.SetScript(fake.Script{Dialect: fake.LlamaCpp, LoadTime: fake.Pause(time.Hour)})
	if status, _ := post(t, s, "/v1/chat/completions", askBody); status != 503 {
		t.Errorf("while loading: status %d", status)
	}
	s.FinishLoad()
	if status, _ := post(t, s, "/v1/chat/completions", askBody); status != 200 {
		t.Errorf("loaded: status %d", status)
	}
}
