package upstream_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"colloquy/internal/llm"
	"colloquy/internal/llm/upstream"
)

// timedByte is one byte of a fake response, sent after a wait: 't' is text, 'r' is
// reasoning, 'c' is a comment, which is no piece.
type timedByte struct {
	wait     time.Duration
	kindByte byte
}

// body is a response body whose bytes come at given times.
type body struct {
	ctx       context.Context
	bytesLeft []timedByte
}

func (b *body) Read(p []byte) (int, error) {
	if len(b.bytesLeft) == 0 {
		return 0, io.EOF
	}
	nextByte := b.bytesLeft[0]
	select {
	case <-time.After(nextByte.wait):
		b.bytesLeft = b.bytesLeft[1:]
		p[0] = nextByte.kindByte
		return 1, nil
	case <-b.ctx.Done():
		return 0, b.ctx.Err()
	}
}

func (b *body) Close() error { return nil }

// timetable is a RoundTripper whose responses consist of timed bytes.
type timetable []timedByte

func (t timetable) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: &body{r.Context(), t}}, nil
}

// repeatByte returns a timetable of n equal bytes.
func repeatByte(wait time.Duration, n int, kindByte byte) timetable {
	out := make(timetable, n)
	for i := range out {
		out[i] = timedByte{wait, kindByte}
	}
	return out
}

func openCall(t *testing.T, rt http.RoundTripper, timeouts upstream.Timeouts) *upstream.Call {
	t.Helper()
	e := upstream.NewEndpoint(&http.Client{Transport: rt, Timeout: time.Millisecond}, timeouts, "")
	return openAtEndpoint(t, e)
}

func openAtEndpoint(t *testing.T, e *upstream.Endpoint) *upstream.Call {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "http://model.test/", nil)
	r.RequestURI = ""
	call, err := e.Open(t.Context(), r, "p", llm.Request{})
	if err != nil {
		t.Fatal(err)
	}
	return call
}

// readToEnd reads an answer to its end, as a client does.
func readToEnd(call *upstream.Call) error {
	p := make([]byte, 1)
	for {
		n, err := call.Read(p)
		if n == 1 && p[0] != 'c' {
			call.RecordPiece(p[0] == 't')
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// rule replies-timeouts
func TestTimeoutsEndACall(t *testing.T) {
	const s = time.Second
	timeouts := upstream.Timeouts{FirstPieceTimeout: 10 * s, IdleTimeout: 4 * s, AfterFinishTimeout: s, TotalTimeout: 30 * s}
	const none, stopped = "no answer in time", "the answer stopped coming"
	for name, tt := range map[string]struct {
		signs timetable
		after time.Duration
		msg   string // empty: the body ends
	}{
		"in time":                    {timetable{{9 * s, 't'}, {3 * s, 't'}, {3 * s, 't'}}, 15 * s, ""},
		"no first byte":              {timetable{{11 * s, 't'}}, 10 * s, none},
		"comments are no piece":      {repeatByte(s, 20, 'c'), 10 * s, none},
		"a silence":                  {timetable{{s, 't'}, {3 * s, 't'}, {5 * s, 't'}}, 8 * s, stopped},
		"comments after the text":    {append(timetable{{s, 't'}}, repeatByte(s, 9, 'c')...), 5 * s, stopped},
		"reasoning with comments":    {append(append(timetable{{s, 'r'}}, repeatByte(3*s, 7, 'c')...), timedByte{s, 't'}), 23 * s, ""},
		"reasoning, then a silence":  {timetable{{s, 'r'}, {3 * s, 'r'}, {5 * s, 't'}}, 8 * s, stopped},
		"comments, then reasoning":   {append(repeatByte(s, 8, 'c'), timetable{{s, 'r'}, {3 * s, 'c'}, {3 * s, 't'}}...), 15 * s, ""},
		"text ends what bytes allow": {append(timetable{{s, 'r'}, {s, 't'}}, repeatByte(s, 9, 'c')...), 6 * s, stopped},
		"too long":                   {repeatByte(3*s, 11, 't'), 30 * s, "the answer took too long"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				startTime := time.Now()
				call := openCall(t, tt.signs, timeouts)
				defer call.Close()
				err := readToEnd(call)
				if took := time.Since(startTime); took != tt.after {
					t.Errorf("ended after %v", took)
				}
				if tt.msg == "" {
					if err != nil {
						t.Error(err)
					}
					return
				}
				e := call.Failure(err)
				if e.Kind != llm.ErrNetwork || e.Msg != tt.msg || !errors.Is(e, context.DeadlineExceeded) {
					t.Errorf("%#v", e)
				}
			})
		})
	}
}

func TestWithFirstPieceChangesTheFirstLimitOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lateBytes := timetable{{4 * time.Minute, 't'}, {21 * time.Second, 't'}}
		e := upstream.NewEndpoint(&http.Client{Transport: lateBytes}, upstream.Timeouts{TotalTimeout: 10 * time.Minute}, "")
		startTime := time.Now()
		call := openAtEndpoint(t, e.WithMinFirstPieceTimeout(upstream.MaxLoadTime))
		defer call.Close()
		if err := readToEnd(call); err == nil || time.Since(startTime) != 4*time.Minute+20*time.Second {
			t.Errorf("%v after %v", err, time.Since(startTime))
		}
	})
}

func TestTextAfterFinishRestoresIdleLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		timeouts := upstream.Timeouts{FirstPieceTimeout: 9 * time.Second, IdleTimeout: 5 * time.Second, AfterFinishTimeout: time.Second}
		call := openCall(t, timetable{{time.Second, 't'}, {time.Second / 2, 't'}, {3 * time.Second, 't'}, {3 * time.Second, 't'}}, timeouts)
		defer call.Close()
		startTime := time.Now()
		p := make([]byte, 1)
		for i := range 4 {
			switch i {
			case 1, 3:
				call.RecordFinish()
			case 2:
				call.RecordTextAfterFinish()
			}
			if _, err := call.Read(p); (err != nil) != (i == 3) {
				t.Fatalf("read %d: %v", i, err)
			}
		}
		if took := time.Since(startTime); took != 5500*time.Millisecond || !call.IsComplete() {
			t.Errorf("ended after %v", took)
		}
	})
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	isRedirectFollowed := false
	redirectTarget := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { isRedirectFollowed = true }))
	defer redirectTarget.Close()
	srv := httptest.NewServer(http.RedirectHandler(redirectTarget.URL, http.StatusTemporaryRedirect))
	defer srv.Close()
	r, _ := http.NewRequest(http.MethodPost, srv.URL, strings.NewReader("{}"))
	_, err := upstream.NewEndpoint(nil, upstream.Timeouts{}, "").Open(t.Context(), r, "p", llm.Request{})
	if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != llm.ErrAuth || isRedirectFollowed {
		t.Errorf("%v, followed %v", err, isRedirectFollowed)
	}
}

func TestRefusedConnectionIsUnreachable(t *testing.T) {
	srv := httptest.NewServer(nil)
	address := srv.URL
	srv.Close()
	r, _ := http.NewRequest(http.MethodPost, address+"/?key=hidden", strings.NewReader("{}"))
	_, err := upstream.NewEndpoint(nil, upstream.Timeouts{}, "").Open(t.Context(), r, "p", llm.Request{})
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || e.Kind != llm.ErrNetwork || !e.IsUnreachable || strings.Contains(e.Msg, "hidden") || e.Msg == "" {
		t.Errorf("%#v", err)
	}
}

func TestConnectionIsUsedAgainAfterDrain(t *testing.T) {
	leakBaseline := goleak.IgnoreCurrent()
	var peers sync.Map
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peers.Store(r.RemoteAddr, true)
		_, _ = w.Write([]byte("x"))
		_ = http.NewResponseController(w).Flush()
	}))
	client := upstream.NewHTTPClient()
	e := upstream.NewEndpoint(client, upstream.Timeouts{}, "")
	for range 5 {
		r, _ := http.NewRequest(http.MethodPost, srv.URL, strings.NewReader("{}"))
		call, err := e.Open(t.Context(), r, "p", llm.Request{})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := call.Read(make([]byte, 1)); n != 1 {
			t.Fatal(err)
		}
		call.ReadRest()
		call.Close()
	}
	client.CloseIdleConnections()
	srv.Close()
	connCount := 0
	peers.Range(func(any, any) bool { connCount++; return true })
	if connCount != 1 {
		t.Errorf("%d connections for five calls in a row", connCount)
	}
	goleak.VerifyNone(t, leakBaseline)
}
