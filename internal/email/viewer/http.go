// Package viewer shows the mails of the outbox folder in the browser. So a user without a mail
// server can confirm an address or reset a password. The mails have links that sign people in, so
// Handler shows them only on this machine. Rule mail-viewer.
package viewer

import (
	"bytes"
	_ "embed"
	"errors"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"

	"colloquy/internal/config"
	"colloquy/internal/httpx"
)

// Path is the address of the list of mails.
const Path = "/dev/mail"

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleSheet []byte

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

const (
	// pagePolicy is the content security policy of the pages. It allows no script and no
	// picture.
	pagePolicy = "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	// letterPolicy is the content security policy of the HTML of a mail. It allows no script
	// and nothing from other origins. Links open in the window of the page. Rule mail-viewer.
	letterPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
		"sandbox allow-top-navigation-by-user-activation"
)

// viewer serves the mails of a folder.
type viewer struct {
	dir     string
	baseURL string // links in mails can be clicked if they begin with baseURL
	log     *slog.Logger
}

// Handler serves the mails of the folder dir at paths below Path. A request must come from this
// machine without a proxy, and its Host must be a name of this machine. All other requests go to
// next. Use Handler only if the server listens on a loopback address.
func Handler(dir, baseURL string, log *slog.Logger, next http.Handler) http.Handler {
	v := viewer{dir, baseURL, log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path, v.serveList)
	mux.HandleFunc("GET "+Path+"/style.css", v.serveStyleSheet)
	mux.HandleFunc("GET "+Path+"/{id}", v.withLetter(next, v.writePage))
	mux.HandleFunc("GET "+Path+"/{id}/html", v.withLetter(next, v.writeHTML))
	mux.Handle("/", next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isFromThisMachine(r) {
			next.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// proxyHeaders are headers that proxies set. A proxy on this machine would pass on requests
// of other machines.
var proxyHeaders = []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "X-Forwarded-Server", "X-Real-Ip"}

// isFromThisMachine reports whether a request comes from this machine and has a name of this
// machine as Host. Another site can let its own name resolve to a loopback address (DNS rebinding).
// So other names are refused. Rule mail-viewer.
func isFromThisMachine(r *http.Request) bool {
	for _, name := range proxyHeaders {
		if len(r.Header.Values(name)) > 0 {
			return false
		}
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && from.Addr().Unmap().IsLoopback() && (config.IsLoopbackAddr(r.Host) || config.IsLoopbackAddr(r.Host+":80"))
}

// pageContent is the data of page.html: a list of mails, or one mail.
type pageContent struct {
	Path    string
	Letters []outboxMail
	Mail    *outboxMail
	Lines   [][]linePart // text of Mail
}

func (v viewer) serveList(w http.ResponseWriter, r *http.Request) {
	mails, err := newestMails(v.dir)
	if err != nil {
		v.answerError(w, r, err)
		return
	}
	v.writeContent(w, r, pageContent{Path: Path, Letters: mails})
}

// withLetter returns a handler that opens the mail of a request and passes it to write.
// Requests for an unknown mail go to next.
func (v viewer) withLetter(next http.Handler, write func(http.ResponseWriter, *http.Request, outboxMail)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		m, err := readMail(v.dir, r.PathValue("id"))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			next.ServeHTTP(w, r)
		case err != nil:
			v.answerError(w, r, err)
		default:
			write(w, r, m)
		}
	}
}

func (v viewer) writePage(w http.ResponseWriter, r *http.Request, m outboxMail) {
	v.writeContent(w, r, pageContent{Path: Path, Mail: &m, Lines: linesWithLinks(m.Text, v.baseURL)})
}

// writeHTML answers with the HTML of a mail, which only a sandboxed frame shows.
func (v viewer) writeHTML(w http.ResponseWriter, r *http.Request, m outboxMail) {
	v.setHeaders(w, r, "text/html; charset=utf-8", letterPolicy)
	w.Write([]byte(`<!doctype html><base target="_top">` + m.HTML))
}

func (v viewer) serveStyleSheet(w http.ResponseWriter, r *http.Request) {
	v.setHeaders(w, r, "text/css; charset=utf-8", pagePolicy)
	w.Write(styleSheet)
}

func (v viewer) writeContent(w http.ResponseWriter, r *http.Request, c pageContent) {
	var out bytes.Buffer
	if err := pageTemplate.Execute(&out, c); err != nil {
		v.answerError(w, r, err)
		return
	}
	v.setHeaders(w, r, "text/html; charset=utf-8", pagePolicy)
	w.Write(out.Bytes())
}

// setHeaders sets the headers of an answer, and its route for logs. Neither caches nor search
// engines keep the answer.
func (v viewer) setHeaders(w http.ResponseWriter, r *http.Request, contentType, policy string) {
	httpx.SetRoute(r.Context(), "mail viewer")
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex")
}

func (v viewer) answerError(w http.ResponseWriter, r *http.Request, err error) {
	v.log.ErrorContext(r.Context(), "mail viewer", "error", err.Error())
	v.setHeaders(w, r, "text/plain; charset=utf-8", pagePolicy)
	w.WriteHeader(http.StatusInternalServerError)
	w.Write([]byte("The folder of mails cannot be read. The log of the server says why.\n"))
}
