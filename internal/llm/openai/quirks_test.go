package openai_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"colloquy/internal/llm"
	"colloquy/internal/llm/fake"
	"colloquy/internal/llm/llmtest"
	"colloquy/internal/llm/openai"
)

// refusingScript returns a script that refuses a request with status 400.
func refusingScript(param, body string) fake.Script {
	return fake.Script{Fault: fake.Fault{Kind: fake.ErrorStatus, Status: 400, Param: param, Body: body}}
}

func errorDocument(msg string) string {
	return fmt.Sprintf(`{"error":{"message":%q,"type":"invalid_request_error"}}`, msg)
}

// A refused field is left out of the second request and of all later ones.
func TestRefusedFieldsAreLeftOut(t *testing.T) {
	for name, tt := range map[string]struct {
		script  fake.Script
		without string
		with    string
	}{
		"max_tokens":      {refusingScript("max_tokens", ""), `"max_tokens"`, `"max_completion_tokens":350`},
		"temperature":     {refusingScript("temperature", ""), `"temperature"`, `"top_p"`},
		"top_p":           {refusingScript("top_p", ""), `"top_p"`, `"temperature"`},
		"stop":            {refusingScript("stop", ""), `"stop"`, `"temperature"`},
		"stream_options":  {refusingScript("stream_options.include_usage", ""), `"stream_options"`, `"stop"`},
		"response_format": {refusingScript("response_format", ""), `"response_format"`, `"stop"`},
		"min_p":           {refusingScript("", errorDocument("Invalid JSON payload received. Unknown name \"min_p\": Cannot find field.")), `"min_p"`, `"repeat_penalty"`},
		"both penalties":  {refusingScript("", errorDocument("Unrecognized: 'min_p', 'repeat_penalty'")), `"repeat_penalty"`, `"stop"`},
		"loc": {fake.Script{Dialect: fake.Mistral, Fault: fake.Fault{Kind: fake.ErrorStatus, Status: 422, Param: "repeat_penalty"}},
			`"repeat_penalty"`, `"min_p"`},
		"alternation":    {refusingScript("", errorDocument("Conversation roles must alternate user/assistant/user")), `{"role":"assistant"`, `You opened with`},
		"no system role": {refusingScript("", errorDocument("System role not supported")), `"role":"system"`, `"role":"user","content":"You are Ada.`},
	} {
		t.Run(name, func(t *testing.T) {
			s := new(fake.Server)
			s.Queue(tt.script)
			c := newClient(t, s, openai.Config{Model: "m", AddsLocalSampling: true})
			for range 2 {
				if _, err := llmtest.Collect(t.Context(), c, fullRequest); err != nil {
					t.Fatal(err)
				}
			}
			calls := s.Calls()
			if len(calls) != 3 || !strings.Contains(calls[0].Body, tt.without) {
				t.Fatalf("%d calls, the first: %s", len(calls), calls[0].Body)
			}
			for _, call := range calls[1:] {
				if strings.Contains(call.Body, tt.without) || !strings.Contains(call.Body, tt.with) {
					t.Error(call.Body)
				}
			}
		})
	}
}

func TestTemplateFailureAsServerErrorIsLearnt(t *testing.T) {
	s := new(fake.Server)
	s.Queue(fake.Script{Fault: fake.Fault{Kind: fake.ErrorStatus, Status: 500, Body: errorDocument("Jinja: conversation roles must alternate")}})
	c := newClient(t, s, openai.Config{Model: "m"})
	if _, err := llmtest.Collect(t.Context(), c, fullRequest); err != nil {
		t.Error(err)
	}
}

func TestSeveralRefusalsAreAllLearnt(t *testing.T) {
	s := new(fake.Server)
	s.Queue(refusingScript("max_tokens", ""), refusingScript("temperature", ""), refusingScript("stop", ""))
	c := newClient(t, s, openai.Config{Model: "m"})
	if _, err := llmtest.Collect(t.Context(), c, fullRequest); err != nil || len(s.Calls()) != 4 {
		t.Errorf("%d calls, %v", len(s.Calls()), err)
	}
}

func TestUnavoidableRefusalIsReturned(t *testing.T) {
	for name, tt := range map[string]struct {
		script fake.Script
		req    llm.Request
		calls  int
	}{
		"unknown field":         {refusingScript("messages", ""), fullRequest, 1},
		"no field":              {refusingScript("", ""), fullRequest, 1},
		"the same again":        {refusingScript("temperature", ""), fullRequest, 2},
		"a field we never sent": {refusingScript("stop", ""), llmtest.NewRequest("a"), 1},
	} {
		s := new(fake.Server)
		s.SetScript(tt.script)
		_, err := llmtest.Collect(t.Context(), newClient(t, s, openai.Config{Model: "m"}), tt.req)
		e, ok := errors.AsType[*llm.Error](err)
		if !ok || e.Kind != llm.ErrBadRequest || len(s.Calls()) != tt.calls {
			t.Errorf("%s: %d calls, %v", name, len(s.Calls()), err)
		}
	}
}

func TestRateLimitErrorKeepsRequestFields(t *testing.T) {
	s := new(fake.Server)
	s.Queue(fake.Script{Fault: fake.Fault{Kind: fake.ErrorStatus, Status: http.StatusTooManyRequests, Param: "temperature"}})
	c := newClient(t, s, openai.Config{Model: "m"})
	if _, err := llmtest.Collect(t.Context(), c, fullRequest); err == nil {
		t.Error("no error")
	}
	_, _ = llmtest.Collect(t.Context(), c, fullRequest)
	if calls := s.Calls(); len(calls) != 2 || !strings.Contains(calls[1].Body, "temperature") {
		t.Error("a rate limit changed the request")
	}
}
