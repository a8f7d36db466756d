package upstream

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"colloquy/internal/llm"
)

func readText(t *testing.T, r io.Reader) string {
	t.Helper()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestPostCanBeSentAgain(t *testing.T) {
	r, err := NewPostRequest("http://a.test/chat", []byte("the body"))
	if err != nil || r.Method != http.MethodPost || r.ContentLength != 8 {
		t.Fatalf("%+v, %v", r, err)
	}
	for range 2 {
		bodyCopy, err := r.GetBody()
		if err != nil {
			t.Fatal(err)
		}
		if got := readText(t, bodyCopy); got != "the body" {
			t.Errorf("%q", got)
		}
		if err := bodyCopy.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := NewPostRequest("http://a.test/%zz", nil); err == nil {
		t.Error("a bad address was taken")
	}
}

func TestReleasedBodyIsStillSentWhole(t *testing.T) {
	r, err := NewPostRequest("http://a.test", []byte("the body"))
	if err != nil {
		t.Fatal(err)
	}
	b := r.Body.(*body)
	firstBytes := make([]byte, 3)
	if n, err := r.Body.Read(firstBytes); n != 3 || err != nil {
		t.Fatal(n, err)
	}
	b.release()
	if got := readText(t, r.Body); got != " body" {
		t.Errorf("the unread rest is %q", got)
	}
	if b.dataReader.Size() != 0 || b.releasableData.Load() != nil {
		t.Error("a body that was sent is held")
	}
	if got := readText(t, r.Body); got != "" {
		t.Errorf("%q was read after the end", got)
	}
	if _, err := r.GetBody(); !errors.Is(err, errBodyReleased) {
		t.Errorf("sent again: %v", err)
	}
}

func TestOpenReleasesTheBody(t *testing.T) {
	var sentBody string
	transport := roundTripFunc(func(r *http.Request) (*http.Response, error) {
		sentBody = readText(t, r.Body)
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("ok"))}, nil
	})
	e := NewEndpoint(&http.Client{Transport: transport}, Timeouts{}, "")
	r, err := NewPostRequest("http://a.test", []byte("the body"))
	if err != nil {
		t.Fatal(err)
	}
	call, err := e.Open(t.Context(), r, "p", llm.Request{})
	if err != nil {
		t.Fatal(err)
	}
	defer call.Close()
	if b := r.Body.(*body); sentBody != "the body" || b.dataReader.Size() != 0 || b.releasableData.Load() != nil {
		t.Errorf("sent %q, and %d bytes are held", sentBody, b.dataReader.Size())
	}
}

func TestEmptyPostHasNoBody(t *testing.T) {
	r, err := NewPostRequest("http://a.test", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := readText(t, r.Body); got != "" {
		t.Errorf("%q", got)
	}
}

type roundTripFunc func(*http.Request) (*http.Response, error)

// RoundTrip implements http.RoundTripper.
func (f roundTripFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
