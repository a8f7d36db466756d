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
	redactedText = "[redacted]"
	withheldText = "[withheld]"
)

var (
	// A key is private if any of its words is in wordsPrivateAnywhere. cookie_header is
	// private.
	wordsPrivateAnywhere = []string{"authorization", "cookie", "password", "secret", "otp"}
	// A key is private if its last word is in wordsPrivateAtEnd: user_email and message are
	// private; message_id and content_type are not.
	wordsPrivateAtEnd = []string{"token", "email", "message", "content", "text"}
)

// redact is the ReplaceAttr function of all loggers. It redacts a value if its key, or the key of a
// group around it, is private. It withholds values that are not plain (isLoggedWithoutFields). Rule
// privacy-no-text-in-logs.
func redact(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.MessageKey {
		return a
	}
	if isPrivateAttrKey(a.Key) || slices.ContainsFunc(groups, isPrivateAttrKey) {
		return slog.String(a.Key, redactedText)
	}
	if a.Value.Kind() == slog.KindAny && !isLoggedWithoutFields(a.Value.Any()) {
		return slog.String(a.Key, withheldText)
	}
	return a
}

// isPrivateAttrKey reports whether the value of an attribute with this key may be private.
func isPrivateAttrKey(key string) bool {
	words := keyWords(key)
	if len(words) == 0 {
		return false
	}
	return slices.Contains(wordsPrivateAtEnd, words[len(words)-1]) ||
		slices.ContainsFunc(words, func(w string) bool { return slices.Contains(wordsPrivateAnywhere, w) })
}

// keyWords splits a key into words: userEmail, user_email, user-email and user.email
// all have the words user and email.
func keyWords(key string) []string {
	var spaced strings.Builder
	prevIsLower := false
	for _, r := range key {
		isUpper := r >= 'A' && r <= 'Z'
		if isUpper && prevIsLower {
			spaced.WriteByte(' ')
		}
		prevIsLower = r >= 'a' && r <= 'z'
		spaced.WriteRune(r)
	}
	return strings.FieldsFunc(strings.ToLower(spaced.String()), func(r rune) bool { return strings.ContainsRune(" _-.:/", r) })
}

// isLoggedWithoutFields reports whether v is nil, a text, a number, a bool, a list of these, or a value with
// its own text, such as an error. A logger would write other values with all their fields.
func isLoggedWithoutFields(v any) bool {
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
