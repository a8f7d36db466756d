package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"colloquy/internal/config"
	"colloquy/internal/obs"
)

const (
	acmeTimeout      = 30 * time.Second // limits a request to the certificate authority
	plainHTTPTimeout = 10 * time.Second // limits each part of a request without TLS
)

// tlsFrontend serves https with certificates of an ACME authority. It serves plain HTTP for the
// authority's challenges and for redirects to https (rule operations-tls).
type tlsFrontend struct {
	config       config.Config
	log          *slog.Logger
	manager      *autocert.Manager
	lastLoggedAt atomic.Int64 // Unix time of the last logged failure
}

// newTLSFrontend returns nil for a configuration without TLS. The autocert.Manager gets a
// certificate at the first request for a name, and renews it 30 days before its end. Keys and
// certificates are in the data directory, in acme. Each authority has a folder there. So the
// service does not use a certificate of a test authority after a switch to the real one.
func newTLSFrontend(c config.Config, log *slog.Logger) *tlsFrontend {
	if !c.ServesTLS() {
		return nil
	}
	return &tlsFrontend{config: c, log: log, manager: &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      autocert.DirCache(filepath.Join(c.DataDir, "acme", authorityFolder(c.ACMEDirectory))),
		HostPolicy: autocert.HostWhitelist(c.ACMEDomains...),
		Email:      c.ACMEEmail,
		Client:     &acme.Client{DirectoryURL: c.ACMEDirectory, HTTPClient: &http.Client{Timeout: acmeTimeout}, UserAgent: "colloquy"},
	}}
}

// authorityFolder returns the name of the folder for an authority: host and port of its
// directory.
func authorityFolder(directory string) string {
	u, err := url.Parse(directory)
	if err != nil {
		return "" // unreachable, because config refuses such an address
	}
	return strings.ReplaceAll(u.Host, ":", "-")
}

// tls returns the configuration of the https server, or nil if f is nil.
func (f *tlsFrontend) tls() *tls.Config {
	if f == nil {
		return nil
	}
	out := f.manager.TLSConfig()
	out.MinVersion = tls.VersionTLS12
	getCertificate := out.GetCertificate
	out.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		cert, err := getCertificate(hello)
		if err != nil && f.config.HasDomain(hello.ServerName) {
			f.logFailure(hello.Context(), hello.ServerName, err)
		}
		return cert, err
	}
	return out
}

// logFailure logs why there is no certificate, at most once a minute.
func (f *tlsFrontend) logFailure(ctx context.Context, name string, err error) {
	now := time.Now().Unix()
	if last := f.lastLoggedAt.Load(); now-last < 60 || !f.lastLoggedAt.CompareAndSwap(last, now) {
		return
	}
	f.log.ErrorContext(ctx, "no certificate: https does not work. Does the name lead to this machine, and are the ports 80 and 443 open?", "name", name, "error", err.Error())
}

// servePlainHTTP answers plain HTTP until ctx ends. It does nothing if f is nil or the settings
// switch plain HTTP off. It returns an error if it cannot listen.
func (f *tlsFrontend) servePlainHTTP(ctx context.Context, loops *obs.Loops) error {
	if f == nil || f.config.HTTPAddr == config.NoHTTPAddr {
		return nil
	}
	l, err := net.Listen("tcp", f.config.HTTPAddr)
	if err != nil {
		return fmt.Errorf("cannot listen on %s for plain HTTP: %w; free the port, or set COLLOQUY_HTTP_ADDR", f.config.HTTPAddr, err)
	}
	server := &http.Server{
		Handler: f.manager.HTTPHandler(http.HandlerFunc(f.redirect)), ReadHeaderTimeout: plainHTTPTimeout,
		ReadTimeout: plainHTTPTimeout, WriteTimeout: plainHTTPTimeout, IdleTimeout: plainHTTPTimeout, MaxHeaderBytes: 8 << 10,
		ErrorLog: slog.NewLogLogger(f.log.Handler(), slog.LevelDebug),
	}
	loops.Go(ctx, "plain HTTP", func(ctx context.Context) {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			f.log.ErrorContext(ctx, "plain HTTP has ended", "error", err.Error())
		}
	})
	context.AfterFunc(ctx, func() { server.Close() })
	return nil
}

// redirect sends browsers to the same page with https. It refuses all methods except GET and HEAD.
// Requests for other hosts get 421, so that the service is no open redirect.
func (f *tlsFrontend) redirect(w http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	if !f.config.HasDomain(host) {
		http.Error(w, "unknown host", http.StatusMisdirectedRequest)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "use https", http.StatusBadRequest) // a redirect would hide that the client has sent its data unencrypted
		return
	}
	if !strings.HasPrefix(r.URL.Path, "/") { // net/http parses "x:@elsewhere" as a URL without a path
		http.Error(w, "no path", http.StatusBadRequest)
		return
	}
	to := url.URL{Scheme: "https", Host: f.hostAndPort(host), Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusPermanentRedirect)
}

// hostAndPort adds the port of the public address to host, if that address has one.
func (f *tlsFrontend) hostAndPort(host string) string {
	if u, err := url.Parse(f.config.PublicURL); err == nil && u.Port() != "" {
		return net.JoinHostPort(host, u.Port())
	}
	return host
}
