package s3_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"colloquy/internal/media/blob"
	"colloquy/internal/media/mediatest"
	"colloquy/internal/media/s3"
)

// otherServerEnv is the environment variable with the address of an empty bucket of another
// S3-compatible server. TestBucketsConform also runs on this bucket.
const otherServerEnv = "COLLOQUY_TEST_S3"

// newServer starts an S3-compatible server with a bucket and returns its host.
func newServer(t *testing.T, wrap func(http.Handler) http.Handler) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("pictures"); err != nil {
		t.Fatal(err)
	}
	h := gofakes3.New(backend).Server()
	if wrap != nil {
		h = wrap(h)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

func newStore(t *testing.T, address string) *s3.Store {
	t.Helper()
	s, err := s3.New(address)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestBucketsConform runs the suite on a bucket, on a folder of it, and with the
// checksums of older servers.
func TestBucketsConform(t *testing.T) {
	host := newServer(t, nil)
	addresses := map[string]string{
		"bucket": "s3://key:secret@" + host + "/pictures?region=us-east-1&tls=false&lookup=path",
		"folder": "s3://key:secret@" + host + "/pictures/a/b?region=us-east-1&tls=false&lookup=path",
		"md5":    "s3://key:secret@" + newServer(t, nil) + "/pictures?region=us-east-1&tls=false&checksum=md5",
	}
	if other := os.Getenv(otherServerEnv); other != "" {
		addresses["other server"] = other
	}
	for name, address := range addresses {
		t.Run(name, func(t *testing.T) { mediatest.RunSuite(t, newStore(t, address)) })
	}
}

// TestStoreSeesOnlyItsFolder: a store finds no file outside its folder.
func TestStoreSeesOnlyItsFolder(t *testing.T) {
	host := newServer(t, nil)
	firstStore := newStore(t, "s3://key:secret@"+host+"/pictures/one?region=us-east-1&tls=false")
	secondStore := newStore(t, "s3://key:secret@"+host+"/pictures/two?region=us-east-1&tls=false")
	if err := firstStore.Put(t.Context(), "a.jpg", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if _, err := secondStore.Stat(t.Context(), "a.jpg"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("Stat: %v", err)
	}
	if err := secondStore.List(t.Context(), func(f blob.Info) error { return errors.New(f.Name) }); err != nil {
		t.Errorf("the list has %v", err)
	}
}

func TestInvalidAddressesAreRefused(t *testing.T) {
	for _, address := range []string{
		"", "s3://", "s3://host/bucket", "s3://key@host/bucket", "s3://key:secret@host", "s3://key:secret@host/", "https://key:secret@host/bucket", "s3://key:secret@/bucket",
		"s3://key:secret@host/bucket?tls=maybe", "s3://key:secret@host/bucket?lookup=x", "s3://key:secret@host/bucket?checksum=x", "s3://key:se/cret@host/bucket", "s3://key:secret@host:x/bucket",
	} {
		if _, err := s3.New(address); err != s3.ErrURL {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// TestUnavailableServerIsNoMissingFile: the errors of an unavailable server and a missing
// bucket are not ErrNotFound.
func TestUnavailableServerIsNoMissingFile(t *testing.T) {
	brokenHost := newServer(t, func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	})
	closedServer := httptest.NewServer(nil)
	closedServer.Close()
	silentHost := newServer(t, func(http.Handler) http.Handler {
		return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	})
	for name, host := range map[string]string{"503": brokenHost, "refused": strings.TrimPrefix(closedServer.URL, "http://"), "silent": silentHost, "no bucket": newServer(t, nil)} {
		t.Run(name, func(t *testing.T) {
			bucket := map[bool]string{true: "other", false: "pictures"}[name == "no bucket"]
			s := newStore(t, "s3://key:secret@"+host+"/"+bucket+"?region=us-east-1&tls=false")
			ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
			defer cancel()
			_, errOpen := s.Open(ctx, "a.jpg", 0)
			_, errStat := s.Stat(ctx, "a.jpg")
			if name == "no bucket" {
				errStat = nil // the response to a HEAD request has no error code
			}
			for call, err := range map[string]error{
				"Put": s.Put(ctx, "a.jpg", []byte("x")), "Open": errOpen, "Stat": errStat, "List": s.List(ctx, func(blob.Info) error { return nil }),
			} {
				hasNoErrorCode := call == "Stat" && name == "no bucket"
				if err == nil && !hasNoErrorCode || errors.Is(err, blob.ErrNotFound) || err != nil && strings.Contains(err.Error(), "secret") {
					t.Errorf("%s: %v", call, err)
				}
			}
		})
	}
}
