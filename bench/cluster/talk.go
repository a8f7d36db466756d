package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"colloquy/bench/api"
	"colloquy/bench/people"
)

// Times of the web app (web/src/features/chat/stream and web/src/shared/api/sse.ts).
const (
	maxTries        = 10               // how many connections in a row may end without an event
	firstRetryPause = time.Second / 2  // before the second try; the pause doubles before each further try
	maxRetryPause   = 8 * time.Second  // between two tries
	silenceTimeout  = 40 * time.Second // time without a byte after which a connection counts as lost
)

// talk is the chat of one user, who sends the same message again and again. After a lost connection
// the user resumes after the last event, as the web app does.
type talk struct {
	baseURL     string // address of the server
	client      *http.Client
	person      people.Person
	messageText string
	// resumesByReplyID is true if the user resumes a reply by its id, read from the stored messages.
	// Otherwise the user resumes by repeating the send with its client id.
	resumesByReplyID bool
	// openStreamCount counts the open streams of all talks. It may be nil.
	openStreamCount *atomic.Int64
}

// exchange is a message with its reply as the user has seen it.
type exchange struct {
	conversation, clientID string
	isAccepted             bool // the server has answered with 200
	reply                  seenReply
	undeliveredSendCount   int      // sends that did not reach the server
	reconnectCount         int      // lost connections after the server had accepted the send
	connectionLines        []string // a line about each answered connection
	err                    error    // why the reply was not read to its end
}

// seenReply is what a user knows of a reply from the events so far.
type seenReply struct {
	id           string // empty until an event or findReply has given it
	text         string
	status       string // from the last event
	isComplete   bool   // the text will not change any more
	hasDoneEvent bool   // the event done has arrived
	lastEventID  int64  // number of the last event
}

// refusedError is an answer with a status other than 200.
type refusedError struct {
	status int
	body   string
}

func (e *refusedError) Error() string { return fmt.Sprintf("status %d: %.300s", e.status, e.body) }

// makesAppGiveUp reports whether the web app gives up after this answer. accepted is true if the server
// has accepted the send. The app resumes an accepted send after 429 and after statuses from 500 on.
// It repeats other sends only after 502 and 504: these mean that the send did not reach the server.
func (e *refusedError) makesAppGiveUp(accepted bool) bool {
	if accepted {
		return e.status != http.StatusTooManyRequests && e.status < http.StatusInternalServerError
	}
	return e.status != http.StatusBadGateway && e.status != http.StatusGatewayTimeout
}

// send sends the message with a client id and reads the reply to its end. It reconnects as the web
// app does. If it gives up, exchange.err is set.
func (t *talk) send(ctx context.Context, clientID string) *exchange {
	x := &exchange{conversation: t.person.Conversation, clientID: clientID}
	for tries := 0; ; {
		lastEventIDBefore := x.reply.lastEventID
		err := t.sendOrResumeUntilDisconnected(ctx, x)
		if x.reply.hasDoneEvent || x.reply.isComplete {
			return x
		}
		if refused, is := errors.AsType[*refusedError](err); is && refused.makesAppGiveUp(x.isAccepted) {
			x.err = err
			return x
		}
		if tries++; x.reply.lastEventID > lastEventIDBefore {
			tries = 1
		}
		if tries >= maxTries || ctx.Err() != nil {
			x.err = fmt.Errorf("lost after %d tries: %w", tries, err)
			return x
		}
		if x.isAccepted {
			x.reconnectCount++
		} else {
			x.undeliveredSendCount++
		}
		time.Sleep(min(maxRetryPause, firstRetryPause<<(tries-1)))
	}
}

// sendOrResumeUntilDisconnected sends or resumes once, and reads events until the connection ends. A
// connection that ends without the last event is an error.
func (t *talk) sendOrResumeUntilDisconnected(ctx context.Context, x *exchange) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	silenceTimer := time.AfterFunc(silenceTimeout, cancel)
	defer silenceTimer.Stop()
	request, err := t.request(ctx, x)
	if err != nil {
		return err
	}
	resp, err := t.client.Do(request)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	x.connectionLines = append(x.connectionLines, fmt.Sprintf("%s %s after %d with %d bytes: %d", time.Now().Format("05.000"), request.Method, x.reply.lastEventID, len(x.reply.text), resp.StatusCode))
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 300))
		return &refusedError{resp.StatusCode, string(text)}
	}
	x.isAccepted = true
	if x.reply.lastEventID == 0 {
		x.reply.text = ""
	}
	if t.openStreamCount != nil {
		t.openStreamCount.Add(1)
		defer t.openStreamCount.Add(-1)
	}
	return readEvents(resp.Body, func() { silenceTimer.Reset(silenceTimeout) }, x.reply.add)
}

// request returns the request that sends the message, or that resumes its reply.
func (t *talk) request(ctx context.Context, x *exchange) (*http.Request, error) {
	method, body := http.MethodPost, fmt.Appendf(nil, `{"content":%q,"client_id":%q}`, t.messageText, x.clientID)
	query := url.Values{"after": {fmt.Sprint(x.reply.lastEventID)}}
	if x.isAccepted && t.resumesByReplyID {
		if err := t.findReply(ctx, x); err != nil {
			return nil, err
		}
		query.Set("reply", x.reply.id)
		method, body = http.MethodGet, nil
	}
	r, err := http.NewRequestWithContext(ctx, method, t.baseURL+"/api/messages/"+x.conversation+"/stream?"+query.Encode(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+t.person.Token)
	r.Header.Set("Accept", "text/event-stream")
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return r, nil
}

// findReply sets the id of the reply from the newest stored message, unless the id is known. It
// returns an error if that message is not a reply.
func (t *talk) findReply(ctx context.Context, x *exchange) error {
	if x.reply.id != "" {
		return nil
	}
	var page struct {
		Messages []struct {
			ID            string `json:"id"`
			IsUserMessage bool   `json:"is_user_message"`
		} `json:"messages"`
	}
	if err := api.Call(ctx, http.MethodGet, t.baseURL+"/api/messages/"+x.conversation, t.person.Token, nil, &page); err != nil {
		return err
	}
	if n := len(page.Messages); n > 0 && !page.Messages[n-1].IsUserMessage {
		x.reply.id = page.Messages[n-1].ID
		return nil
	}
	return errors.New("the newest message is no reply")
}

// add adds an event to what the user sees. Data that is not JSON is an error.
func (r *seenReply) add(e event) error {
	var fields struct {
		Content   string `json:"content"`
		Replace   bool   `json:"replace"`
		Status    string `json:"status"`
		MessageID string `json:"message_id"`
	}
	if err := json.Unmarshal(e.data, &fields); err != nil {
		return fmt.Errorf("event %s: %w", e.data, err)
	}
	switch e.name {
	case "":
		if fields.Replace {
			r.text = ""
		}
		r.text += fields.Content
	case "complete", "done":
		r.isComplete, r.status, r.id = true, fields.Status, fields.MessageID
		r.hasDoneEvent = e.name == "done"
	}
	r.lastEventID = max(r.lastEventID, e.id)
	return nil
}
