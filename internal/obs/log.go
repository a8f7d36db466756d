package obs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
)

// userHashBytes is the length of a user hash in the log in bytes.
const userHashBytes = 6

const (
	requestIDAttr = "request_id"
	userAttr      = "user"
)

// NewLogger returns a logger that writes to w. Format is "json"; any other value means text. level
// is debug, info, warn or error; any other value means info. A line contains the request id and a
// hash of the user id of its context, if they are set. Values of attributes with a private name,
// such as "password", are redacted. Values other than texts, numbers and errors are withheld.
func NewLogger(w io.Writer, format, level string) *slog.Logger {
	o := &slog.HandlerOptions{Level: parseLevel(level), ReplaceAttr: redact}
	var h slog.Handler = slog.NewTextHandler(w, o)
	if format == "json" {
		h = slog.NewJSONHandler(w, o)
	}
	return slog.New(contextHandler{h})
}

func parseLevel(text string) slog.Level {
	var l slog.Level
	if l.UnmarshalText([]byte(text)) != nil {
		return slog.LevelInfo
	}
	return l
}

// contextHandler adds the request id and user of the context to each record.
type contextHandler struct {
	slog.Handler
}

// Handle adds request_id and user, unless the record has them already.
func (h contextHandler) Handle(ctx context.Context, r slog.Record) error {
	if id := RequestID(ctx); id != "" && !hasAttr(r, requestIDAttr) {
		r.AddAttrs(slog.String(requestIDAttr, id))
	}
	if id := userID(ctx); id != "" && !hasAttr(r, userAttr) {
		r.AddAttrs(slog.String(userAttr, hashUser(id)))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs returns a handler that adds attrs to each record.
func (h contextHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return contextHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup returns a handler that puts each record's attributes in a group.
func (h contextHandler) WithGroup(name string) slog.Handler {
	return contextHandler{h.Handler.WithGroup(name)}
}

func hasAttr(r slog.Record, key string) (found bool) {
	r.Attrs(func(a slog.Attr) bool {
		found = a.Key == key
		return !found
	})
	return found
}

func hashUser(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:userHashBytes])
}
