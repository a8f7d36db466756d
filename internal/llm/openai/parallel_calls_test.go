package openai_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"colloquy/internal/llm/fake"
	"colloquy/internal/llm/llmtest"
	"colloquy/internal/llm/openai"
	"colloquy/internal/llm/upstream"
)

// A server may answer before it has read the whole request, which breaks proxies that copy request
// bodies. A thousand such calls must all succeed, and must reuse connections.
func TestThousandInstantStreamsReuseConnections(t *testing.T) {
	const workers, each = 8, 125
	s := new(fake.Server)
	s.SetScript(fake.Script{GeneratedWordCount: 5})
	srv := httptest.NewUnstartedServer(s)
	var connections atomic.Int64
	srv.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	srv.Start()
	defer srv.Close()
	client := upstream.NewHTTPClient()
	defer client.CloseIdleConnections()
	c, err := openai.New(openai.Config{BaseURL: srv.URL, Model: "m", HTTP: client})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for range each {
				if a, err := llmtest.Collect(t.Context(), c, llmtest.NewRequest("Good day")); err != nil || a.PieceCount != 5 {
					t.Errorf("%+v, %v", a, err)
					return
				}
			}
		})
	}
	wg.Wait()
	if got := connections.Load(); got > 10*workers {
		t.Errorf("%d connections for %d calls", got, workers*each)
	}
}
