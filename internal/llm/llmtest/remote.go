package llmtest

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"colloquy/internal/llm"
	"colloquy/internal/llm/fake"
)

// Dial returns a provider for the model server at an address. The provider uses client.
type Dial func(t *testing.T, address string, client *http.Client) llm.Provider

// answerPieces is the answer of most scripts.
var answerPieces = []string{"Good ", "day, ", "my friend. ", "How ", "fares ", "the Engine?"}

const answerText = "Good day, my friend. How fares the Engine?"

// RunRemoteConformance tests a Provider that calls a model server in one dialect: everything
// that RunConformance tests, and the server's faults.
func RunRemoteConformance(t *testing.T, dialect fake.Dialect, dial Dial) {
	pacedScript := fake.Script{Dialect: dialect, Pieces: answerPieces, PieceDelay: fake.Pause(2 * time.Millisecond)}
	RunConformance(t, NewRequest("Good day"), func(t *testing.T) llm.Provider {
		return dialOverNetwork(t, pacedScript, dial)
	})
	t.Run("stop reaches the server", func(t *testing.T) { testStopReachesServer(t, dialect, dial) })
	t.Run("usage", func(t *testing.T) { testUsageIsReported(t, dialect, dial) })
	t.Run("refusals", func(t *testing.T) { testRefusalsAreClassified(t, dialect, dial) })
	t.Run("faults in the stream", func(t *testing.T) { testFaults(t, dialect, dial) })
	t.Run("silence", func(t *testing.T) { testSilenceEndsTheCall(t, dialect, dial) })
	t.Run("together", func(t *testing.T) { testAnnouncedDeltaFollowsAtOnce(t, dialect, dial) })
	t.Run("announced", func(t *testing.T) { testNextDeltaReadyWithinOneRead(t, dialect, dial) })
	t.Run("open after the end", func(t *testing.T) { testAnswerEndsOnOpenConnection(t, dialect, dial) })
}

// dialOverNetwork returns a provider of a fake server that listens on a socket.
func dialOverNetwork(t *testing.T, script fake.Script, dial Dial) llm.Provider {
	t.Helper()
	s := new(fake.Server)
	s.SetScript(script)
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	return dial(t, srv.URL, client)
}

// DialInProcess returns a fake server and a provider that calls it in this process
// (fake.Server.Transport).
func DialInProcess(t *testing.T, script fake.Script, dial Dial) (*fake.Server, llm.Provider) {
	t.Helper()
	s := new(fake.Server)
	s.SetScript(script)
	return s, dial(t, "http://model.test", &http.Client{Transport: s.Transport()})
}

func testStopReachesServer(t *testing.T, dialect fake.Dialect, dial Dial) {
	script := fake.Script{Dialect: dialect, Pieces: answerPieces, Fault: fake.Fault{Kind: fake.Hang, AfterPieces: 3}}
	for name, leave := range map[string]func(cancel context.CancelFunc) bool{
		"cancel": func(cancel context.CancelFunc) bool { cancel(); return true },
		"break":  func(context.CancelFunc) bool { return false },
	} {
		t.Run(name, func(t *testing.T) {
			leakBaseline := goleak.IgnoreCurrent()
			s := new(fake.Server)
			s.SetScript(script)
			srv := httptest.NewServer(s)
			transport := &http.Transport{}
			p := dial(t, srv.URL, &http.Client{Transport: transport})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			seenPieceCount := 0
			for d := range p.Stream(ctx, NewRequest("Good day")) {
				if d.Text != "" {
					seenPieceCount++
				}
				if seenPieceCount == 3 && !leave(cancel) {
					break
				}
			}
			select {
			case call := <-s.CancelledCalls():
				if call.SentPieceCount != 3 {
					t.Errorf("the server had sent %d pieces", call.SentPieceCount)
				}
			case <-time.After(5 * time.Second):
				t.Error("the stop did not reach the server")
			}
			transport.CloseIdleConnections()
			srv.Close()
			goleak.VerifyNone(t, leakBaseline)
		})
	}
}

func testUsageIsReported(t *testing.T, dialect fake.Dialect, dial Dial) {
	want := llm.Usage{Prompt: 120, Cached: 80, Output: 6}
	_, p := DialInProcess(t, fake.Script{Dialect: dialect, Pieces: answerPieces, Usage: &want}, dial)
	a, err := Collect(t.Context(), p, NewRequest("Good day"))
	if err != nil || a.Usage == nil {
		t.Fatalf("usage %v, error %v", a.Usage, err)
	}
	if diff := cmp.Diff(want, *a.Usage); diff != "" {
		t.Error(diff)
	}
}

func testRefusalsAreClassified(t *testing.T, dialect fake.Dialect, dial Dial) {
	for status, want := range map[int]llm.ErrorKind{
		400: llm.ErrBadRequest, 401: llm.ErrAuth, 402: llm.ErrQuota, 403: llm.ErrAuth, 404: llm.ErrAuth,
		413: llm.ErrContext, 422: llm.ErrBadRequest, 429: llm.ErrRate, 500: llm.ErrOverloaded,
		502: llm.ErrOverloaded, 503: llm.ErrOverloaded, 504: llm.ErrOverloaded, 529: llm.ErrOverloaded,
	} {
		for _, html := range []bool{false, true} {
			fault := fake.Fault{Kind: fake.ErrorStatus, Status: status, RetryAfter: "3", HTML: html}
			_, p := DialInProcess(t, fake.Script{Dialect: dialect, Fault: fault}, dial)
			a, err := Collect(t.Context(), p, NewRequest("Good day"))
			e, ok := errors.AsType[*llm.Error](err)
			if !ok || e.Kind != want || e.Status != status || e.RetryAfter != 3*time.Second || a.Text != "" {
				t.Errorf("status %d, html %v: %#v, text %q", status, html, err, a.Text)
			}
		}
	}
}

func testFaults(t *testing.T, dialect fake.Dialect, dial Dial) {
	failureKind := llm.ErrOverloaded
	if dialect == fake.Ollama { // Ollama sends no error document; only the finish is missing
		failureKind = llm.ErrTruncated
	}
	for _, tt := range []struct {
		fault fake.Fault
		kind  llm.ErrorKind // empty: the answer is complete despite the fault
		text  string
	}{
		{fake.Fault{Kind: fake.CutConnection, AfterPieces: 2}, llm.ErrTruncated, "Good day, "},
		{fake.Fault{Kind: fake.CutConnection}, llm.ErrTruncated, ""},
		{fake.Fault{Kind: fake.EarlyEOF, AfterPieces: 2}, llm.ErrTruncated, "Good day, "},
		{fake.Fault{Kind: fake.EarlyEOF}, llm.ErrTruncated, ""},
		{fake.Fault{Kind: fake.StreamError, AfterPieces: 2}, failureKind, "Good day, "},
		{fake.Fault{Kind: fake.StreamError}, failureKind, ""},
		{fake.Fault{Kind: fake.BadLines, AfterPieces: 2, Lines: 19}, "", answerText},
		{fake.Fault{Kind: fake.BadLines, AfterPieces: 2, Lines: 20}, llm.ErrTruncated, "Good day, "},
		{fake.Fault{Kind: fake.Nonsense}, llm.ErrTruncated, ""},
		{fake.Fault{Kind: fake.WebPage}, llm.ErrAuth, ""},
	} {
		if dialect == fake.Gemini && tt.fault.AfterPieces > 0 && (tt.fault.Kind == fake.CutConnection || tt.fault.Kind == fake.EarlyEOF) {
			continue // each Gemini piece has a finish, so the answer counts as complete
		}
		_, p := DialInProcess(t, fake.Script{Dialect: dialect, Pieces: answerPieces, Fault: tt.fault}, dial)
		a, err := Collect(t.Context(), p, NewRequest("Good day"))
		var kind llm.ErrorKind
		if e, ok := errors.AsType[*llm.Error](err); ok {
			kind = e.Kind
		}
		if kind != tt.kind || trimLeadingSpace(a.Text) != tt.text {
			t.Errorf("%+v: text %q, error %v", tt.fault, a.Text, err)
		}
	}
}

// testSilenceEndsTheCall checks the default limits: 15 seconds to the first piece and 20 seconds between two
// pieces. Reasoning counts as a piece.
func testSilenceEndsTheCall(t *testing.T, dialect fake.Dialect, dial Dial) {
	const s = time.Second
	reasoningPieces := []string{"Hm, ", "well."}
	for name, tt := range map[string]struct {
		script fake.Script
		fails  bool
		after  time.Duration
	}{
		"no headers":           {fake.Script{Fault: fake.Fault{Kind: fake.Silent}}, true, 15 * s},
		"headers and no piece": {fake.Script{Fault: fake.Fault{Kind: fake.Hang}}, true, 15 * s},
		"hangs after a piece":  {fake.Script{PieceDelay: fake.Pause(s), Fault: fake.Fault{Kind: fake.Hang, AfterPieces: 2}}, true, 21 * s},
		"hangs after thinking": {fake.Script{Reasoning: reasoningPieces, Fault: fake.Fault{Kind: fake.Hang}}, true, 20 * s},
		"slow":                 {fake.Script{FirstDelay: fake.Pause(14 * s), PieceDelay: fake.Pause(1900 * time.Millisecond)}, false, 23500 * time.Millisecond},
		"thinks for a while":   {fake.Script{Reasoning: reasoningPieces, FirstDelay: fake.Pause(19 * s)}, false, 19 * s},
		"endless":              {fake.Script{GeneratedWordCount: 1000, PieceDelay: fake.Pause(s)}, true, 300 * s},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tt.script.Dialect = dialect
				if tt.script.GeneratedWordCount == 0 {
					tt.script.Pieces = answerPieces
				}
				_, p := DialInProcess(t, tt.script, dial)
				startTime := time.Now()
				_, err := Collect(t.Context(), p, NewRequest("Good day"))
				if dialect == fake.Gemini && tt.script.Fault.AfterPieces > 0 {
					tt.fails = false // each Gemini piece has a finish, so an answer that stops after a piece is complete
				}
				took := time.Since(startTime)
				if tt.fails != errors.Is(err, context.DeadlineExceeded) || took < tt.after-s || took > tt.after+2*s {
					t.Errorf("after %v: %v", took, err)
				}
			})
		})
	}
}

// testAnnouncedDeltaFollowsAtOnce checks that another Delta follows at once after a Delta whose IsNextDeltaReady is true.
func testAnnouncedDeltaFollowsAtOnce(t *testing.T, dialect fake.Dialect, dial Dial) {
	synctest.Test(t, func(t *testing.T) {
		_, p := DialInProcess(t, fake.Script{Dialect: dialect, GeneratedWordCount: 9, PieceDelay: fake.Pause(50 * time.Millisecond)}, dial)
		var lastDelta llm.Delta
		var text strings.Builder
		at := time.Now()
		for d, err := range p.Stream(t.Context(), NewRequest("Good day")) {
			if err != nil {
				t.Fatal(err)
			}
			if lastDelta.IsNextDeltaReady && time.Since(at) > 0 {
				t.Errorf("%v passed after %+v", time.Since(at), lastDelta)
			}
			text.WriteString(d.Text)
			lastDelta, at = d, time.Now()
		}
		if lastDelta.IsNextDeltaReady || !strings.HasSuffix(text.String(), "word8 ") {
			t.Errorf("ended with %+v after %q", lastDelta, text.String())
		}
	})
}

// testNextDeltaReadyWithinOneRead sends all pieces in one read and checks that IsNextDeltaReady is true for every piece
// but the last.
func testNextDeltaReadyWithinOneRead(t *testing.T, dialect fake.Dialect, dial Dial) {
	s := new(fake.Server)
	s.SetScript(fake.Script{Dialect: dialect, GeneratedWordCount: 9})
	p := dial(t, "http://model.test", &http.Client{Transport: singleReadTransport{s}})
	var lastDelta llm.Delta
	for d, err := range p.Stream(t.Context(), NewRequest("Good day")) {
		if err != nil {
			t.Fatal(err)
		}
		if d.Text != "" && lastDelta.Text != "" && !lastDelta.IsNextDeltaReady {
			t.Errorf("%q follows %q in the same read, which is not announced", d.Text, lastDelta.Text)
		}
		lastDelta = d
	}
	if lastDelta.IsNextDeltaReady {
		t.Errorf("the last delta announces another: %+v", lastDelta)
	}
}

// singleReadTransport is an http.RoundTripper that calls the handler in process, so that
// a client gets the whole body in one read.
type singleReadTransport struct{ handler http.Handler }

func (t singleReadTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	t.handler.ServeHTTP(rec, r)
	return rec.Result(), nil
}

// testAnswerEndsOnOpenConnection checks that an answer is complete even if the server neither
// sends [DONE] nor closes the connection.
func testAnswerEndsOnOpenConnection(t *testing.T, dialect fake.Dialect, dial Dial) {
	synctest.Test(t, func(t *testing.T) {
		_, p := DialInProcess(t, fake.Script{Dialect: dialect, Pieces: answerPieces, NoDone: true, KeepOpen: true}, dial)
		startTime := time.Now()
		a, err := Collect(t.Context(), p, NewRequest("Good day"))
		took := time.Since(startTime)
		maxAnswerTime := 3 * time.Second
		if dialect == fake.Gemini { // a finish comes with every piece, so the client ignores finishes
			maxAnswerTime = 21 * time.Second
		}
		if err != nil || trimLeadingSpace(a.Text) != answerText || took > maxAnswerTime {
			t.Errorf("after %v: %q, %v", took, a.Text, err)
		}
	})
}
