package main

import (
	"io"
	"log"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
)

// restartedServer is a server behind a proxy. The proxy keeps its address when the server is
// restarted. While no server answers, the proxy answers 502.
type restartedServer struct {
	crashTest
	proxyURL  string
	serverURL atomic.Pointer[url.URL]
}

func (s *restartedServer) startProxy() {
	s.t.Helper()
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:  func(r *httputil.ProxyRequest) { r.SetURL(s.serverURL.Load()) },
		ErrorLog: log.New(io.Discard, "", 0),
	})
	s.t.Cleanup(proxy.Close)
	s.proxyURL = proxy.URL
}

// startBehindProxy starts the server and points the proxy to it.
func (s *restartedServer) startBehindProxy() {
	s.t.Helper()
	s.startServer()
	address, err := url.Parse(s.url)
	if err != nil {
		s.t.Fatal(err)
	}
	s.serverURL.Store(address)
}

func (s *restartedServer) killServer() {
	s.cmd.Process.Kill()
	s.cmd.Wait()
}
