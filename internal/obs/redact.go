package obs

import (
	"encoding"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
)

const (
	redacted = "[redacted]"
	withheld = "[withheld]"
)

var (
	// A key is private if any of its words is in secretWords: cookie_header.
	secretWords = []string{"authorization", "cookie", "password", "secret", "otp"}
	// A key is private if its last word is in privateWords: user_email and message, but
	// not message_id or content_type.
	privateWords = []string{"token", "email", "message", "content", "text"}
)

// redact is the ReplaceAttr function of all loggers. It redacts attributes with a
// private key or in a group with a private key, and withholds values that are not
// plain.
func redact(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.MessageKey {
		return a
	}
	if isPrivate(a.Key) || slices.ContainsFunc(groups, isPrivate) {
		return slog.String(a.Key, redacted)
	}
	if a.Value.Kind() == slog.KindAny && !isPlain(a.Value.Any()) {
		return slog.String(a.Key, withheld)
	}
	return a
}

// isPrivate reports whether values with this key may be private.
func isPrivate(key string) bool {
	words := keyWords(key)
	if len(words) == 0 {
		return false
	}
	return slices.Contains(privateWords, words[len(words)-1]) ||
		slices.ContainsFunc(words, func(w string) bool { return slices.Contains(secretWords, w) })
}

// keyWords splits a key into words: userEmail, user_email, user-email and user.email
// all have the words user and email.
func keyWords(key string) []string {
	var spaced strings.Builder
	lower := false
	for _, r := range key {
		upper := r >= 'A' && r <= 'Z'
		if upper && lower {
			spaced.WriteByte(' ')
		}
		lower = r >= 'a' && r <= 'z'
		spaced.WriteRune(r)
	}
	return strings.FieldsFunc(strings.ToLower(spaced.String()), func(r rune) bool { return strings.ContainsRune(" _-.:/", r) })
}

// isPlain reports whether v is a text, a number, a list of them, or has its own format
// method. A struct or a map would print all its fields.
func isPlain(v any) bool {
	switch v.(type) {
	case nil, error, fmt.Stringer, encoding.TextMarshaler, *slog.Source:
		return true
	}
	t := reflect.TypeOf(v)
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	return t.Kind() <= reflect.Complex128 || t.Kind() == reflect.String
}
