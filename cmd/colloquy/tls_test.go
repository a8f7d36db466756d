package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

const acmeDomain = "chat.colloquy.example"

// freeAddr returns an address of this machine on which nothing listens.
func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// clientAt returns a client that connects to addr whatever the host of a request is. It follows
// no redirects.
func clientAt(addr string, config *tls.Config) *http.Client {
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, addr)
	}
	return &http.Client{
		Transport:     &http.Transport{DialContext: dial, TLSClientConfig: config, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       20 * time.Second,
	}
}

// The first request over TLS makes the service get a certificate. After a restart the service
// uses the stored certificate.
// rule operations-tls
func TestCertificateIsGotAndKept(t *testing.T) {
	plainAddr, tlsAddr := freeAddr(t), freeAddr(t)
	ca := startACMEAuthority(t, plainAddr)
	flags := []string{"--acme-domain", acmeDomain, "--acme-directory", ca.URL + "/directory", "--http-addr", plainAddr, "--drain-time", "0s", "--addr", tlsAddr}
	c := startServerProcess(t, nil, flags...)
	if c.url != "https://"+acmeDomain {
		t.Errorf("the address is %s", c.url)
	}
	client := clientAt(tlsAddr, &tls.Config{RootCAs: ca.rootPool()})
	answer, err := client.Get("https://" + acmeDomain + "/api/characters?limit=1")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK || answer.ProtoMajor != 2 || answer.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%s %s, %v", answer.Status, answer.Proto, answer.Header)
	}
	checkRedirects(t, plainAddr)
	checkNoForeignRedirect(t, plainAddr)
	if _, err := clientAt(tlsAddr, &tls.Config{InsecureSkipVerify: true, ServerName: "other.example"}).Get("https://other.example/"); err == nil {
		t.Error("another name has a certificate")
	}
	c.cmd.Process.Signal(os.Interrupt)
	c.waitForEnd(t, 10*time.Second)
	checkPrivateFiles(t, filepath.Join(c.dir, "acme", strings.ReplaceAll(strings.TrimPrefix(ca.URL, "http://"), ":", "-")))

	startServerProcessIn(t, c.dir, nil, flags...)
	if answer, err = client.Get("https://" + acmeDomain + "/healthz"); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("after a restart: %v", err)
	}
	answer.Body.Close()
	if n := ca.issuedCertificateCount.Load(); n != 1 {
		t.Errorf("%d certificates were issued", n)
	}
}

// The operator changes the certificate authority, such as from a test authority to the real one.
// The service then gets and serves a certificate of the new authority.
// rule operations-tls
func TestCertificateOfAnotherAuthorityIsNotUsed(t *testing.T) {
	plainAddr, tlsAddr, dir := freeAddr(t), freeAddr(t), t.TempDir()
	for range 2 {
		ca := startACMEAuthority(t, plainAddr)
		c := startServerProcessIn(t, dir, nil, "--acme-domain", acmeDomain, "--acme-directory", ca.URL+"/directory", "--http-addr", plainAddr, "--drain-time", "0s", "--addr", tlsAddr)
		answer, err := clientAt(tlsAddr, &tls.Config{RootCAs: ca.rootPool()}).Get("https://" + acmeDomain + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		c.cmd.Process.Signal(os.Interrupt)
		c.waitForEnd(t, 10*time.Second)
	}
}

// checkRedirects checks that a GET for the service's name is redirected to https. Requests for
// other names and POST requests are refused.
func checkRedirects(t *testing.T, plainAddr string) {
	t.Helper()
	client := clientAt(plainAddr, nil)
	for _, c := range []struct {
		method, address string
		status          int
		location        string
	}{
		{"GET", "http://" + acmeDomain + "/character/ada-lovelace?a=b", http.StatusPermanentRedirect, "https://" + acmeDomain + "/character/ada-lovelace?a=b"},
		{"GET", "http://evil.example/", http.StatusMisdirectedRequest, ""},
		{"POST", "http://" + acmeDomain + "/api/auth/login", http.StatusBadRequest, ""},
	} {
		r, err := http.NewRequest(c.method, c.address, strings.NewReader(""))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != c.status || answer.Header.Get("Location") != c.location {
			t.Errorf("%s %s: %s to %q", c.method, c.address, answer.Status, answer.Header.Get("Location"))
		}
	}
}

// checkNoForeignRedirect checks that request targets which browsers never send are refused, and
// not redirected to another host.
func checkNoForeignRedirect(t *testing.T, plainAddr string) {
	t.Helper()
	for _, target := range []string{"x:.evil.example/", "x:@evil.example/"} {
		conn, err := net.Dial("tcp", plainAddr)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", target, acmeDomain)
		answer, err := io.ReadAll(conn)
		conn.Close()
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 400") || strings.Contains(string(answer), "evil") {
			t.Errorf("%s: %q, %v", target, answer, err)
		}
	}
}

// checkPrivateFiles checks that only the owner can access the files in dir.
func checkPrivateFiles(t *testing.T, dir string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %v, %v", f.Name(), info.Mode(), err)
		}
	}
}

// The first event of a stream arrives over HTTP/2 while the stream stays open.
// rule operations-tls
func TestStreamOverTLSIsNotBuffered(t *testing.T) {
	plainAddr, tlsAddr := freeAddr(t), freeAddr(t)
	ca := startACMEAuthority(t, plainAddr)
	startServerProcess(t, nil, "--acme-domain", acmeDomain, "--acme-directory", ca.URL+"/directory", "--http-addr", plainAddr, "--drain-time", "0s", "--addr", tlsAddr)
	client := clientAt(tlsAddr, &tls.Config{RootCAs: ca.rootPool()})
	post := func(path, body string) (answer struct{ Token string }) {
		t.Helper()
		resp, err := client.Post("https://"+acmeDomain+"/api"+path, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode >= 300 {
			t.Fatalf("%s: %s, %v", path, resp.Status, err)
		}
		return answer
	}
	credentials := fmt.Sprintf(`"email":%q,"password":%q`, adaEmail, apptest.Password)
	post("/auth/register", `{"name":"Ada",`+credentials+`}`)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+acmeDomain+"/api/user/notifications/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+post("/auth/login", `{`+credentials+`}`).Token)
	stream, err := client.Do(r)
	if err != nil || stream.ProtoMajor != 2 {
		t.Fatalf("%v, %v", stream, err)
	}
	defer stream.Body.Close()
	for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
		if lines.Text() == `data: {"unread": 0}` {
			return
		}
	}
	t.Error("no event arrived")
}
