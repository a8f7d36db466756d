package jobs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"colloquy/internal/obs"
)

const (
	maxErrorBytes = 300 // longest stored error text, in bytes
	// An error text is withheld if it repeats maxQuotedBytes bytes of a payload's value, or a
	// whole value of at least minQuotedValue bytes (obs.Quotes).
	maxQuotedBytes = 8
	minQuotedValue = 3
)

// describe returns the text of err for the log and the table. Payloads contain private
// values such as addresses: if the text repeats a value of the payload, describe
// returns the type of the error instead.
func describe(err error, payload string) string {
	text := strings.ToValidUTF8(err.Error(), "?")
	if obs.Quotes(text, scalars(payload), maxQuotedBytes, minQuotedValue) {
		return fmt.Sprintf("%T (its text is withheld: it repeats the payload)", err)
	}
	if len(text) <= maxErrorBytes {
		return text
	}
	cut := maxErrorBytes
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut]
}

// scalars returns the strings and numbers in a JSON payload as texts, without the
// names of fields.
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
