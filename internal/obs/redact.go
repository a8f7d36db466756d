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
	// secretWords make a key secret wherever they stand in it: cookie_header.
	secretWords = []string{"authorization", "cookie", "password", "secret", "otp"}
	// privateWords make a key secret as its last word: user_email and message,
	// but not message_id or content_type.
	privateWords = []string{"token", "email", "message", "content", "text"}
)

// redact is the ReplaceAttr of every logger: it looks at the key, at the names
// of the groups it is in, and at the sort of the value.
func redact(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.MessageKey {
		return a
	}
	if private(a.Key) || slices.ContainsFunc(groups, private) {
		return slog.String(a.Key, redacted)
	}
	if a.Value.Kind() == slog.KindAny && !plain(a.Value.Any()) {
		return slog.String(a.Key, withheld)
	}
	return a
}

func private(key string) bool {
	words := keyWords(key)
	if len(words) == 0 {
		return false
	}
	return slices.Contains(privateWords, words[len(words)-1]) ||
		slices.ContainsFunc(words, func(w string) bool { return slices.Contains(secretWords, w) })
}

// keyWords splits userEmail, user_email, user-email and user.email alike.
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

// plain reports whether v prints as a text, a number or a list of them, or says
// itself how it prints. A struct or a map would print all that is in it.
func plain(v any) bool {
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
