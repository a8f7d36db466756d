package fake

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// scriptPlayer plays one script to one client.
type scriptPlayer struct {
	w             http.ResponseWriter
	r             *http.Request
	flush         func() error
	script        Script
	request       request
	call          *Call
	server        *Server
	writtenBytes  int // number of written bytes
	hasClientLeft bool
}

// play sends the answer with its fault.
func (p *scriptPlayer) play() {
	switch f := p.script.Fault; {
	case f.Kind == Silent:
		p.waitForDisconnect()
		return
	case f.Kind == ErrorStatus:
		p.answerWithError(f)
		return
	case f.Kind == WebPage:
		p.writeDocument("text/html; charset=utf-8", http.StatusOK, "<!doctype html><title>Hello</title><p>A page.")
		return
	case f.Kind == Nonsense:
		p.writeDocument("text/event-stream", http.StatusOK, "\x00\x01 colourless green ideas\nsleep: furiously\n\n")
		return
	case p.script.IsSingleDocument:
		p.writeWholeAnswer()
		return
	}
	h := p.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	p.w.WriteHeader(http.StatusOK)
	_ = p.flush()
	p.stream()
}

// stream sends the answer in the frames of the dialect.
func (p *scriptPlayer) stream() {
	h := formatOf(p.script.Dialect)
	if p.script.NoDone {
		h.doneFrame = ""
	}
	if p.script.BOM {
		p.writeAsScripted("\ufeff")
	}
	p.writeAsScripted(h.headFrames)
	pieces := p.script.pieces(p.request)
	for _, text := range p.script.Reasoning {
		p.writeAsScripted(h.reasoning(text))
	}
	for i, text := range pieces {
		if p.playFault(i, h) || !p.pauseBeforePiece(i) {
			return
		}
		p.writeAsScripted(h.piece(i, text))
		if p.hasClientLeft {
			return
		}
		p.server.recordSent(p.call, 1, p.writtenBytes)
	}
	if p.playFault(len(pieces), h) {
		return
	}
	p.writeAsScripted(h.tailFrames(p.script.Finish, p.script.usage(p.request, len(pieces)), p.script.NoFinish))
	p.writeAsScripted(h.doneFrame)
	p.server.recordSent(p.call, 0, p.writtenBytes)
	if p.script.KeepOpen {
		p.waitForDisconnect()
	}
}

// pauseBeforePiece waits before piece i and reports whether the client is still connected.
func (p *scriptPlayer) pauseBeforePiece(i int) bool {
	pause := time.Duration(p.script.PieceDelay)
	if i == 0 {
		pause = time.Duration(p.script.FirstDelay)
	}
	if pause <= 0 {
		p.hasClientLeft = p.hasClientLeft || p.r.Context().Err() != nil
		return !p.hasClientLeft
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-p.r.Context().Done():
		p.hasClientLeft = true
		return false
	}
}

// playFault plays the script's fault if it is due before piece i, and reports whether the
// fault ends the answer.
func (p *scriptPlayer) playFault(i int, h format) bool {
	f := p.script.Fault
	if i != f.AfterPieces {
		return false
	}
	switch f.Kind {
	case Hang:
		p.waitForDisconnect()
	case CutConnection:
		_ = p.flush()
		panic(http.ErrAbortHandler)
	case EarlyEOF:
	case StreamError:
		p.writeAsScripted(h.errorFrame("the model fell over"))
	case StreamRateLimit:
		p.writeAsScripted(dataEvent(`{"error":{"message":"slow down","type":"rate_limit_error","code":429}}`))
	case BadLines:
		p.writeAsScripted(strings.Repeat("data: {\"choices\":[{\"delta\n\n", max(f.Lines, 1)))
		return false
	default:
		return false
	}
	return true
}

// waitForDisconnect waits until the client disconnects.
func (p *scriptPlayer) waitForDisconnect() {
	<-p.r.Context().Done()
	p.hasClientLeft = true
}

// writeAsScripted sends lines with the line endings and write boundaries of the script.
func (p *scriptPlayer) writeAsScripted(lines string) {
	if lines == "" || p.hasClientLeft {
		return
	}
	if p.script.HasStreamComments {
		lines = ": still here\n" + lines
	}
	switch {
	case p.script.CRLF:
		lines = strings.ReplaceAll(lines, "\n", "\r\n")
	case p.script.CR:
		lines = strings.ReplaceAll(lines, "\n", "\r")
	}
	if p.script.ByteWise {
		for i := range len(lines) {
			p.writeAndFlush(lines[i : i+1])
		}
		return
	}
	if cut := p.script.SplitAt - p.writtenBytes; cut > 0 && cut < len(lines) {
		p.writeAndFlush(lines[:cut])
		lines = lines[cut:]
	}
	p.writeAndFlush(lines)
}

func (p *scriptPlayer) writeAndFlush(part string) {
	n, err := p.w.Write([]byte(part))
	p.writtenBytes += n
	if err != nil || p.flush() != nil {
		p.hasClientLeft = true
	}
}

// answerWithError answers with a status and an error document.
func (p *scriptPlayer) answerWithError(f Fault) {
	if f.RetryAfter != "" {
		p.w.Header().Set("Retry-After", f.RetryAfter)
	}
	status := cmp.Or(f.Status, http.StatusInternalServerError)
	if f.HTML {
		p.writeDocument("text/html", status, "<html><body><h1>Bad gateway</h1></body></html>")
		return
	}
	p.writeDocument("application/json", status, cmp.Or(f.Body, errorBody(p.script.Dialect, status, f.Param)))
}

func (p *scriptPlayer) writeDocument(contentType string, status int, body string) {
	p.w.Header().Set("Content-Type", contentType)
	p.w.WriteHeader(status)
	_, _ = p.w.Write([]byte(body))
}

// writeWholeAnswer sends the answer as one document instead of a stream.
func (p *scriptPlayer) writeWholeAnswer() {
	pieces := p.script.pieces(p.request)
	text, u := strings.Join(pieces, ""), p.script.usage(p.request, len(pieces))
	format, args := `{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":%s}],"usage":%s}`,
		[]any{jsonText(text), jsonText(cmp.Or(p.script.Finish, "stop")), usageJSON(u)}
	if p.script.Dialect == Anthropic {
		format, args = `{"type":"message","role":"assistant","content":[{"type":"text","text":%s}],"stop_reason":"end_turn","usage":{"input_tokens":%d,"output_tokens":%d}}`,
			[]any{jsonText(text), u.Prompt, u.Output}
	}
	p.writeDocument("application/json", http.StatusOK, fmt.Sprintf(format, args...))
	p.server.recordSent(p.call, len(pieces), p.writtenBytes)
}
