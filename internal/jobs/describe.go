package jobs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	maxFailure = 300 // bytes of an error's text that are kept
	// quoteRun is how many bytes in a row an error and a payload must share to
	// count as a quotation. Payload values of quoteWhole bytes or more count
	// when they occur whole.
	quoteRun   = 8
	quoteWhole = 3
)

// describe returns what may be stored and logged of err. Payloads can hold
// addresses, codes and what people wrote; an error's text that repeats any of
// it is replaced by the error's type.
func describe(err error, payload string) string {
	text := strings.ToValidUTF8(err.Error(), "?")
	if quotes(text, payload) {
		return fmt.Sprintf("%T (its text is withheld: it repeats the payload)", err)
	}
	if len(text) <= maxFailure {
		return text
	}
	cut := maxFailure
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut]
}

func quotes(text, payload string) bool {
	text = strings.ToLower(text)
	for _, value := range scalars(payload) {
		value = strings.ToLower(value)
		if len(value) >= quoteWhole && strings.Contains(text, value) {
			return true
		}
		for i := 0; i+quoteRun <= len(text); i++ {
			if strings.Contains(value, text[i:i+quoteRun]) {
				return true
			}
		}
	}
	return false
}

// scalars returns the texts and numbers that a payload holds, as they would be
// printed, but not the names of its fields.
func scalars(payload string) []string {
	dec := json.NewDecoder(bytes.NewReader([]byte(payload)))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return []string{payload}
	}
	return appendScalars(nil, v)
}

func appendScalars(out []string, v any) []string {
	switch v := v.(type) {
	case string:
		out = append(out, v)
	case json.Number:
		out = append(out, v.String())
	case []any:
		for _, e := range v {
			out = appendScalars(out, e)
		}
	case map[string]any:
		for _, e := range v {
			out = appendScalars(out, e)
		}
	}
	return out
}
